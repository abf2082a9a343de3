import { createServer, type IncomingMessage, type RequestListener, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";

export interface LoopbackServer {
  url: string;
  stop(): Promise<void>;
}

/** Starts an HTTP server of another party on a free port of this machine. */
export async function startLoopback(listener: RequestListener): Promise<LoopbackServer> {
  const server = createServer(listener);
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  // For a server that listens on TCP, `address()` returns an `AddressInfo`.
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}`,
    stop: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}

export async function readText(request: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(Buffer.from(chunk));
  return Buffer.concat(chunks).toString("utf8");
}

export function answerJson(response: ServerResponse, status: number, body: unknown): void {
  response.writeHead(status, { "content-type": "application/json" }).end(JSON.stringify(body));
}

/** How another party's server can fail; `slow` never answers. */
export type Trouble = "error" | "garbage" | "slow" | "gone";

/** Answers in the way of the failure, if one is set. @returns whether one is set */
export function answerTrouble(response: ServerResponse, trouble: Trouble | null): boolean {
  if (trouble === null) return false;
  if (trouble === "error") response.writeHead(500).end("Internal Server Error");
  if (trouble === "garbage") response.writeHead(200, { "content-type": "text/html" }).end("<html>not json");
  if (trouble === "gone") response.destroy();
  return true;
}
