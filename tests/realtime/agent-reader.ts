import type { AgentEvent } from "#lib/shared/agent.ts";
import type { Person } from "#tests/factories/people.ts";

export interface ReadStream {
  events: AgentEvent[];
  /** How it ended; rejects when it was cut off. */
  ended: Promise<"in good order">;
  close(): void;
}

/** Reads a trip's stream of agent events at one server, for as long as it is open. */
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
  // Whoever closes it does not ask how it ended.
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
      // What the service sends under this path.
      if (data !== undefined) events.push(JSON.parse(data.slice(6)) as AgentEvent);
    }
  }
  if (text !== "") throw new Error("The stream broke off within an event.");
  return "in good order";
}
