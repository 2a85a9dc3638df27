#!/usr/bin/env node
import { Command } from "commander";
import { version } from "../../package.json";
import { compareCommand } from "./compare.js";
import { splitCommand } from "./split.js";
import { endQuietlyOnBrokenPipe, messageOf, problem } from "./terminal.js";
import { viewCommand } from "./view.js";

endQuietlyOnBrokenPipe();

const program = new Command("langchain-seams")
  .description("Splits text where documents have their seams.")
  .version(version)
  .addCommand(splitCommand())
  .addCommand(viewCommand())
  .addCommand(compareCommand());

try {
  await program.parseAsync();
} catch (error) {
  problem(messageOf(error));
}
