import type { AgentEvent } from "#lib/shared/agent.ts";
import type { Person } from "#tests/factories/people.ts";

export interface ReadStream {
  events: AgentEvent[];
  /** Resolves with how the stream ended, and rejects if the connection broke. */
  ended: Promise<"in good order">;
  close(): void;
}

/** Reads a trip's stream of agent events from one server for as long as it is open. */
export async function readStream(
  { url }: { url: string },
  { token }: Person,
  tripId: string,
  after = 0,
): Promise<ReadStream> {
  const hangUp = new AbortController();
  const response = await fetch(`${url}/api/trips/${tripId}/agent/stream`, {
    headers: { authorization: `Bearer ${token}`, "last-event-id": String(after) },
    signal: hangUp.signal,
  });
  if (!response.ok || !response.body) throw new Error(`The stream answered ${response.status}.`);
  const events: AgentEvent[] = [];
  const ended = readAll(response.body.pipeThrough(new TextDecoderStream()), events);
  // A reader that closes the stream does not need its end; this avoids an unhandled rejection.
  ended.catch(() => undefined);
  return { events, ended, close: () => hangUp.abort() };
}

async function readAll(body: ReadableStream<string>, events: AgentEvent[]): Promise<"in good order"> {
  let text = "";
  for await (const piece of body) {
    const frames = (text + piece).split("\n\n");
    text = frames.pop() ?? "";
    for (const frame of frames) {
      const data = frame.split("\n").find((line) => line.startsWith("data: "));
      // The endpoint of the event stream sends only agent events.
      if (data !== undefined) events.push(JSON.parse(data.slice(6)) as AgentEvent);
    }
  }
  if (text !== "") throw new Error("The stream broke off within an event.");
  return "in good order";
}
