import { Client } from "pg";

const CONNECT_MS = 10_000;

/**
 * Runs work on a connection to a database. An interruption breaks the connection, whatever it waits for, and so undoes
 * everything that is not committed. `finish` turns that off for work that must not be broken any more.
 */
export async function withConnection<T>(
  url: string,
  signal: AbortSignal,
  work: (client: Client, finish: () => void) => Promise<T>,
): Promise<T> {
  const client = new Client({ connectionString: url, connectionTimeoutMillis: CONNECT_MS });
  // The event is ignored: if the connection is lost, the statement under way reports the error.
  client.on("error", () => undefined);
  const giveUp = (): void => void client.end();
  signal.throwIfAborted();
  await client.connect();
  signal.addEventListener("abort", giveUp);
  try {
    return await work(client, () => {
      signal.throwIfAborted();
      signal.removeEventListener("abort", giveUp);
    });
  } finally {
    signal.removeEventListener("abort", giveUp);
    await client.end();
  }
}
