import { once } from "node:events";
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import { type AddressInfo, connect, type Socket } from "node:net";
import { handlerFetch } from "./handlers.ts";

export interface HandlerServer {
  port: number;
  close(): Promise<void>;
}

/** Serves the exported handlers over a real socket. Requests are made as Next makes them, with their bodies unread. */
export async function serveHandlers(): Promise<HandlerServer> {
  const server = createServer((req, res) => void respond(req, res));
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  return {
    port: (server.address() as AddressInfo).port,
    close: async () => {
      server.closeAllConnections();
      server.close();
      await once(server, "close");
    },
  };
}

async function respond(req: IncomingMessage, res: ServerResponse): Promise<void> {
  const headers = new Headers();
  for (const [name, value] of Object.entries(req.headers)) headers.set(name, String(value));
  const hasBody = req.method !== "GET" && req.method !== "HEAD";
  // Next passes the request itself as the body, which undici reads while it arrives.
  const init = { method: req.method, headers, ...(hasBody && { body: req, duplex: "half" }) };
  const response = await handlerFetch(req.url ?? "/", init as unknown as RequestInit);
  const body = Buffer.from(await response.arrayBuffer());
  res.writeHead(response.status, {
    ...Object.fromEntries(response.headers),
    "content-length": body.byteLength,
  });
  res.end(body);
}

/** A connection to which a test writes requests byte by byte, and from which it reads answers at the same time. */
export class RawClient {
  readonly #socket: Socket;
  #received = "";
  #closed = false;

  constructor(port: number) {
    this.#socket = connect(port, "127.0.0.1");
    this.#socket.setEncoding("latin1");
    this.#socket.on("data", (text: string) => {
      this.#received += text;
    });
    this.#socket.on("error", () => undefined);
    this.#socket.on("close", () => {
      this.#closed = true;
    });
  }

  /** Resolves when the operating system has accepted the data, or when it never can. */
  write(data: string | Uint8Array): Promise<void> {
    return new Promise((resolve) => {
      this.#socket.write(data, () => resolve());
    });
  }

  get isClosed(): boolean {
    return this.#closed;
  }

  /**
   * Removes the next whole answer from the received data and returns it; returns null while the answer is incomplete.
   */
  take(): { status: number; body: unknown } | null {
    const headEnd = this.#received.indexOf("\r\n\r\n");
    const length = Number(/content-length: (\d+)/i.exec(this.#received)?.[1] ?? Number.NaN);
    if (headEnd === -1 || !(this.#received.length >= headEnd + 4 + length)) return null;
    const status = Number(this.#received.slice(9, 12));
    const text = this.#received.slice(headEnd + 4, headEnd + 4 + length);
    this.#received = this.#received.slice(headEnd + 4 + length);
    return { status, body: JSON.parse(text) };
  }

  close(): void {
    this.#socket.destroy();
  }
}
