import { Agent as HttpAgent, type IncomingMessage, request as httpRequest } from "node:http";
import { Agent as HttpsAgent, request as httpsRequest } from "node:https";
import type { RoomCommand } from "#lib/shared/protocol.ts";
import { env } from "../env.ts";

const ANSWER_WITHIN_MS = 2000;

/* Node's own client instead of fetch: every write comes through here, and it takes half the time and processor. */
const httpAgent = new HttpAgent({ keepAlive: true });
const httpsAgent = new HttpsAgent({ keepAlive: true });

/** The room had closed a kept connection at the moment it was used again. */
class StaleConnection extends Error {}

/** Tells a trip's room something. @throws Error when the room did not take it; telling it again is safe */
export async function tellRoom(tripId: string, command: RoomCommand): Promise<void> {
  const url = new URL(`/parties/main/${tripId}`, env().PARTYKIT_URL);
  const body = JSON.stringify(command);
  const status = await post(url, body).catch((error: unknown) => {
    if (error instanceof StaleConnection) return post(url, body);
    throw error;
  });
  if (status !== 200) throw new Error(`The room answered ${status}.`);
}

function post(url: URL, body: string): Promise<number> {
  const { promise, resolve, reject } = Promise.withResolvers<number>();
  const options = {
    method: "POST",
    headers: {
      authorization: `Bearer ${env().REALTIME_SECRET}`,
      "content-type": "application/json",
      "content-length": Buffer.byteLength(body),
    },
    signal: AbortSignal.timeout(ANSWER_WITHIN_MS),
  };
  function answered(response: IncomingMessage): void {
    // Reading the answer to its end is what lets the connection be used again.
    response.resume();
    response.once("end", () => resolve(response.statusCode ?? 0));
    response.once("error", reject);
  }
  const request =
    url.protocol === "https:"
      ? httpsRequest(url, { ...options, agent: httpsAgent }, answered)
      : httpRequest(url, { ...options, agent: httpAgent }, answered);
  request.once("error", (error) => reject(request.reusedSocket ? new StaleConnection(error.message) : error));
  request.end(body);
  return promise;
}
