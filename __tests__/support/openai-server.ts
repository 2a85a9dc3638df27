/** A local server that speaks as much of the OpenAI API as chat models use. */
import { createServer, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { setTimeout as sleep } from "node:timers/promises";

/** A request as it came. */
export interface ChatRequest {
  model: string;
  messages: { role: string; content: string }[];
}

/** What the server does with a request: an answer in words, or a fault. */
export type Reply =
  | string
  | { status: number; headers?: Record<string, string>; body?: string }
  | "hang";

export interface OpenAIServer {
  url: string;
  /** All requests, in the order in which they came. */
  requests: ChatRequest[];
  /** The most requests that were open at a time. */
  peak(): number;
  close(): Promise<void>;
}

/** Tokens that each answer says it used. */
export const USAGE = {
  prompt_tokens: 100,
  completion_tokens: 7,
  total_tokens: 107,
};

function sendAnswer(response: ServerResponse, content: string): void {
  const message = { role: "assistant", content };
  const body = {
    id: "chatcmpl-1",
    object: "chat.completion",
    created: 1,
    model: "stand-in",
    choices: [{ index: 0, message, finish_reason: "stop" }],
    usage: USAGE,
  };
  response.writeHead(200, { "content-type": "application/json" });
  response.end(JSON.stringify(body));
}

/** Starts a server; `reply` decides, `delay` (ms) passes before it does. */
export async function startOpenAI(
  reply: (request: ChatRequest, number: number) => Reply,
  delay = 0
): Promise<OpenAIServer> {
  const requests: ChatRequest[] = [];
  let open = 0;
  let peak = 0;
  const server = createServer(async (request, response) => {
    let text = "";
    for await (const part of request) text += String(part);
    const parsed: ChatRequest = JSON.parse(text);
    const number = requests.push(parsed) - 1;
    open += 1;
    peak = Math.max(peak, open);
    response.on("close", () => (open -= 1));
    await sleep(delay);
    const answer = reply(parsed, number);
    if (answer === "hang") return;
    if (typeof answer === "string") return sendAnswer(response, answer);
    const {
      status,
      headers = {},
      body = '{"error":{"message":"no"}}',
    } = answer;
    response.writeHead(status, {
      "content-type": "application/json",
      ...headers,
    });
    response.end(body);
  });
  await new Promise<void>((done) => server.listen(0, "127.0.0.1", done));
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}/v1`,
    requests,
    peak: () => peak,
    close: () =>
      new Promise((done) => {
        server.closeAllConnections();
        server.close(() => done());
      }),
  };
}
