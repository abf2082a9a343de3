import type { IncomingMessage, ServerResponse } from "node:http";

/** As long as the API's own streams wait, whose end can't pass what the system already holds for a reader. */
const STALLED_MS = 30_000;

/** Cuts the connection of whoever takes nothing of an answer for so long: it holds memory, and a place, for nobody. */
export function cutStalledReader(req: IncomingMessage, res: ServerResponse, longestMs = STALLED_MS): void {
  // Quiet alone is no reason: an answer may take its time, and only what waits to be taken tells of its reader.
  res.setTimeout(longestMs, () => {
    if (res.writableLength > 0) req.socket.destroy();
  });
}
