import { Agent as HttpAgent, request as httpRequest } from "node:http";
import { Agent as HttpsAgent, request as httpsRequest } from "node:https";
import { type InboxCommand, RoomAnswer, type RoomCommand } from "#lib/shared/protocol.ts";
import { INBOX_PARTY } from "#lib/shared/handshake.ts";
import { env } from "../env/env.ts";
import { runInSpan, telemetry } from "../telemetry/telemetry.ts";

const ANSWER_WITHIN_MS = 2000;

/*
 * Node's HTTP client is used instead of fetch, because every write sends a request here, and it takes half the time and
 * processor.
 */
const httpAgent = new HttpAgent({ keepAlive: true });
const httpsAgent = new HttpsAgent({ keepAlive: true });

/** Thrown when a room closed an idle connection at the moment when the connection was used again. */
class StaleConnection extends Error {}

/** Thrown when the host of the rooms answered, but the room refused the command. */
export class RoomRefused extends Error {
  constructor(status: number) {
    super(`The room answered ${status}.`);
    this.name = "RoomRefused";
  }
}

/**
 * Sends a command to a trip's room.
 * @throws Error when the room did not accept it; sending it again is safe
 */
export function postToRoom(tripId: string, command: RoomCommand): Promise<RoomAnswer> {
  return runInSpan({ name: `room ${command.type}`, kind: "client" }, () =>
    tell(`/parties/main/${tripId}`, command),
  );
}

/** Sends a command to a user's room; see {@link postToRoom}. */
export function postToInbox(userId: string, command: InboxCommand): Promise<RoomAnswer> {
  return runInSpan({ name: `inbox ${command.type}`, kind: "client" }, () =>
    tell(`/parties/${INBOX_PARTY}/${userId}`, command),
  );
}

async function tell(path: string, command: RoomCommand | InboxCommand): Promise<RoomAnswer> {
  const url = new URL(path, env().PARTYKIT_URL);
  const body = JSON.stringify(command);
  const { status, text } = await post(url, body).catch((error: unknown) => {
    if (error instanceof StaleConnection) return post(url, body);
    throw error;
  });
  if (status !== 200) throw new RoomRefused(status);
  const answer = readAnswer(text);
  if (!answer) throw new RoomRefused(status);
  return answer;
}

function readAnswer(text: string): RoomAnswer | undefined {
  try {
    return RoomAnswer.safeParse(JSON.parse(text)).data;
  } catch {
    return undefined;
  }
}

interface Answer {
  status: number;
  text: string;
}

function post(url: URL, body: string): Promise<Answer> {
  const { promise, resolve, reject } = Promise.withResolvers<Answer>();
  const isSecure = url.protocol === "https:";
  // The trace context is sent because the rooms belong to the service; no other server gets it.
  const traceparent = telemetry()?.traceparent();
  const options = {
    method: "POST",
    headers: {
      authorization: `Bearer ${env().REALTIME_SECRET}`,
      "content-type": "application/json",
      "content-length": Buffer.byteLength(body),
      ...(traceparent !== undefined && { traceparent }),
    },
    agent: isSecure ? httpsAgent : httpAgent,
  };
  const request = (isSecure ? httpsRequest : httpRequest)(url, options, (response) => {
    let text = "";
    response.setEncoding("utf8");
    response.on("data", (chunk: string) => (text += chunk));
    response.once("end", () => resolve({ status: response.statusCode ?? 0, text }));
    response.once("error", reject);
  });
  const late = setTimeout(() => {
    reject(new Error("The room did not answer in time."));
    request.destroy();
  }, ANSWER_WITHIN_MS);
  request.once("close", () => clearTimeout(late));
  request.once("error", (error) => reject(request.reusedSocket ? new StaleConnection(error.message) : error));
  request.end(body);
  return promise;
}
