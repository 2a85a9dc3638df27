/**
 * PostgreSQL with pgvector, as WebAssembly: `node serve-postgres.mjs` prints
 * the address that it listens to, and ends with its standard input.
 */
import { PGlite } from "@electric-sql/pglite";
import { vector } from "@electric-sql/pglite-pgvector";
import { PGLiteSocketServer } from "@electric-sql/pglite-socket";

const db = await PGlite.create({ extensions: { vector } });
await db.exec("CREATE EXTENSION vector");
const server = new PGLiteSocketServer({
  db,
  host: "127.0.0.1",
  port: 0,
  maxConnections: 200,
});
await server.start();
console.log(`postgres://postgres@${server.getServerConn()}/postgres`);
process.stdin.resume();
process.stdin.on("end", () => process.exit(0));
