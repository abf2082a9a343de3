import { once } from "node:events";
import { Readable } from "node:stream";
import type { Client, Connection, Submittable } from "pg";

/** Methods of pg's connection that its types leave out. */
interface CopyConnection extends Connection {
  sendCopyFromChunk(chunk: Buffer): void;
  endCopyFrom(): void;
  sendCopyFail(message: string): void;
}

/** The rows of `copy … to stdout` as they arrive; a slow reader makes the server wait. */
export function copyOut(client: Client, statement: string): Readable {
  const copy = new CopyOut(statement);
  client.query(copy);
  return copy.rows;
}

/**
 * Feeds `copy … from stdin`.
 * @returns how many rows PostgreSQL took
 * @throws DatabaseError, or the error of the source
 */
export function copyIn(
  client: Client,
  statement: string,
  source: Iterable<Uint8Array> | AsyncIterable<Uint8Array>,
): Promise<number> {
  const copy = new CopyIn(statement, source);
  client.query(copy);
  return copy.done;
}

/* pg calls these methods of the query that is under way. */

class CopyOut implements Submittable {
  readonly #statement: string;
  #connection: Connection | undefined;
  #isOver = false;
  readonly rows = new Readable({
    read: () => this.#connection?.stream.resume(),
    destroy: (error, done) => {
      // If nobody reads the remaining rows, they would keep the connection busy forever.
      if (!this.#isOver) this.#connection?.stream.destroy();
      done(error);
    },
  });

  constructor(statement: string) {
    this.#statement = statement;
  }

  submit(connection: Connection): void {
    this.#connection = connection;
    connection.query(this.#statement);
  }

  handleCopyData({ chunk }: { chunk: Buffer }): void {
    // The chunk is copied, since pg reads the next packet into the same buffer.
    if (!this.rows.push(Buffer.from(chunk))) this.#connection?.stream.pause();
  }

  handleCommandComplete(): void {
    this.#isOver = true;
  }

  handleReadyForQuery(): void {
    this.rows.push(null);
    // Nobody reads on at the end, so the connection would stay paused if its last packet contained both a row and the
    // end.
    this.#connection?.stream.resume();
  }

  handleError(error: Error): void {
    this.#isOver = true;
    this.rows.destroy(error);
    this.#connection?.stream.resume();
  }
}

class CopyIn implements Submittable {
  readonly #statement: string;
  readonly #source: Iterable<Uint8Array> | AsyncIterable<Uint8Array>;
  readonly #over = new AbortController();
  readonly #result = Promise.withResolvers<number>();
  #cause: unknown;
  #rows = 0;

  constructor(statement: string, source: Iterable<Uint8Array> | AsyncIterable<Uint8Array>) {
    this.#statement = statement;
    this.#source = source;
  }

  get done(): Promise<number> {
    return this.#result.promise;
  }

  submit(connection: Connection): void {
    connection.query(this.#statement);
  }

  handleCopyInResponse(connection: CopyConnection): void {
    void this.#send(connection);
  }

  handleCommandComplete({ text }: { text: string }): void {
    this.#rows = Number(text.replace(/^COPY /, ""));
  }

  handleReadyForQuery(): void {
    this.#over.abort();
    this.#result.resolve(this.#rows);
  }

  handleError(error: Error): void {
    this.#over.abort();
    this.#result.reject(this.#cause ?? error);
  }

  async #send(connection: CopyConnection): Promise<void> {
    const { signal } = this.#over;
    try {
      for await (const chunk of this.#source) {
        if (signal.aborted) return;
        connection.sendCopyFromChunk(Buffer.from(chunk.buffer, chunk.byteOffset, chunk.byteLength));
        if (connection.stream.writableNeedDrain) await once(connection.stream, "drain", { signal });
      }
      connection.endCopyFrom();
    } catch (error) {
      if (signal.aborted) return;
      this.#cause = error;
      connection.sendCopyFail("the source of the rows has failed");
    }
  }
}
