import { once } from "node:events";
import { connect, type Socket } from "node:net";

const HEAD_END = Buffer.from("\r\n\r\n");
const LINE_END = Buffer.from("\r\n");

/**
 * One keep-alive HTTP/1.1 connection that sends one request at a time and discards the answers' bodies. It parses only
 * as much of the protocol as is needed to find an answer's end, so that the measurement itself costs little.
 */
export class Connection {
  readonly #socket: Socket;
  #pending: Buffer = Buffer.alloc(0);
  #status = 0;
  /** The number of bytes still to come of the body, or of the current chunk including its line end. */
  #left = 0;
  #phase: "head" | "body" | "chunk-size" | "chunk" | "last-chunk" = "head";
  #answered: ((status: number) => void) | null = null;
  #failed: ((error: Error) => void) | null = null;

  private constructor(socket: Socket) {
    this.#socket = socket;
    socket.setNoDelay(true);
    socket.on("data", (chunk: Buffer) => this.#read(chunk));
    socket.on("error", (error) => this.#failed?.(error));
    socket.on("close", () => this.#failed?.(new Error("The service closed the connection.")));
  }

  static async open(port: number): Promise<Connection> {
    const socket = connect({ port, host: "127.0.0.1" });
    await once(socket, "connect");
    return new Connection(socket);
  }

  /** Sends a whole request and resolves with the status after the last byte of the answer. */
  ask(request: string): Promise<number> {
    return new Promise((resolve, reject) => {
      this.#answered = resolve;
      this.#failed = reject;
      this.#socket.write(request);
    });
  }

  close(): void {
    this.#failed = null;
    this.#socket.destroy();
  }

  #read(chunk: Buffer): void {
    this.#pending = this.#pending.length === 0 ? chunk : Buffer.concat([this.#pending, chunk]);
    while (this.#step());
  }

  /** Reads the next part of the answer. Returns false if more bytes are needed or the answer is complete. */
  #step(): boolean {
    switch (this.#phase) {
      case "head":
        return this.#readHead();
      case "chunk-size":
        return this.#readChunkSize();
      case "body":
        return this.#skip() && this.#finish();
      case "chunk":
        if (this.#skip()) this.#phase = "chunk-size";
        return this.#phase === "chunk-size";
      default:
        return this.#skip() && this.#finish();
    }
  }

  #readHead(): boolean {
    const end = this.#pending.indexOf(HEAD_END);
    if (end === -1) return false;
    const head = this.#pending.toString("latin1", 0, end).toLowerCase();
    this.#take(end + HEAD_END.length);
    this.#status = Number(head.slice(9, 12));
    const length = /\r\ncontent-length: *(\d+)/.exec(head);
    if (head.includes("\r\ntransfer-encoding: chunked")) this.#phase = "chunk-size";
    else {
      this.#left = Number(length?.[1] ?? 0);
      this.#phase = "body";
    }
    return true;
  }

  #readChunkSize(): boolean {
    const end = this.#pending.indexOf(LINE_END);
    if (end === -1) return false;
    const size = Number.parseInt(this.#pending.toString("latin1", 0, end), 16);
    this.#take(end + LINE_END.length);
    this.#left = size + LINE_END.length;
    this.#phase = size === 0 ? "last-chunk" : "chunk";
    return true;
  }

  /** Skips bytes of the answer's body. Returns true if all bytes that had to be skipped have arrived. */
  #skip(): boolean {
    const skipped = Math.min(this.#left, this.#pending.length);
    this.#left -= skipped;
    this.#take(skipped);
    return this.#left === 0;
  }

  #take(length: number): void {
    this.#pending = this.#pending.subarray(length);
  }

  #finish(): boolean {
    this.#phase = "head";
    this.#answered?.(this.#status);
    return false;
  }
}
