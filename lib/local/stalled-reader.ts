import type { IncomingMessage, ServerResponse } from "node:http";

/**
 * How long a client may read nothing of an answer: as long as the API's own streams wait for a reader. The end of such
 * a stream can't overtake the data that the system already holds for its reader.
 */
const STALLED_MS = 30_000;

/**
 * Closes the connection of a client that reads nothing of an answer for `longestMs`: it uses memory and a slot for
 * nobody.
 */
export function cutStalledReader(req: IncomingMessage, res: ServerResponse, longestMs = STALLED_MS): void {
  // A pause alone is no reason, since an answer may take its time; only data that waits to be read says something about
  // the reader.
  res.setTimeout(longestMs, () => {
    if (res.writableLength > 0) req.socket.destroy();
  });
}
