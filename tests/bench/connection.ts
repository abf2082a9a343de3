import { once } from "node:events";
import { connect, type Socket } from "node:net";

const HEAD_END = Buffer.from("\r\n\r\n");
const LINE_END = Buffer.from("\r\n");

/**
 * One keep-alive HTTP/1.1 connection that asks one thing at a time and throws the answers' bodies away. It reads only as
 * much of the protocol as it takes to know where an answer ends, so that measuring costs little of what is measured.
 */
export class Connection {
  readonly #socket: Socket;
  #pending: Buffer = Buffer.alloc(0);
  #status = 0;
  /** Bytes of the body, or of the current chunk with its line end, that are still to come. */
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

  /** Sends a whole request; resolves with the status once the last byte of the answer is here. */
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

  /** False when more bytes are needed, or the answer is complete. */
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

  /** True when all of what had to be skipped is gone. */
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
