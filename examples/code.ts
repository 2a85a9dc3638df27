/**
 * Code by functions and classes: each chunk has its symbol, and each piece of a
 * method that is cut the signatures around it.
 *
 *   npx tsx examples/code.ts
 */
import { CodeTextSplitter } from "langchain-seams";

const source = `import json

# Where orders are kept.
class Store:
    """Keeps orders in a file."""

    def __init__(self, path):
        self.path = path

    def load(self):
        with open(self.path) as file:
            return [json.loads(line) for line in file]

    def report(self, minimum):
        total = 0
        for order in self.load():
            if order["amount"] < minimum:
                continue
            total += order["amount"]

        for order in sorted(self.load(), key=lambda order: order["date"]):
            print(order["date"], order["customer"], order["amount"])

        return total
`;

const splitter = CodeTextSplitter.fromLanguage("python", { chunkSize: 70 });
for (const { metadata, pageContent } of await splitter.createDocuments([
  source,
])) {
  const { kind, symbol, part = "whole", loc } = metadata;
  const lines = `lines ${loc.lines.from}-${loc.lines.to}`;
  console.log(`[${kind} ${symbol}, ${part}, ${lines}]\n${pageContent}\n`);
}
