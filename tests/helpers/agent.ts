import { call } from "#lib/client/base/api.ts";
import { awaitDeferredWork } from "#lib/server/http/defer.ts";
import { agentApi } from "#lib/shared/api/agent.ts";
import type { AgentEvent, AgentMessageDto, AgentStatusDto } from "#lib/shared/agent.ts";
import { startAgentModel } from "#tests/doubles/agent-model.ts";
import type { AgentModel } from "#tests/doubles/agent-model.ts";
import type { Person } from "#tests/factories/people.ts";
import { as } from "#tests/factories/trips.ts";
import { handlerFetch } from "./handlers.ts";

/**
 * Starts a double of the model's server and configures the service to use it. Call it before anything reads the
 * environment.
 */
export async function useAgentModel(): Promise<AgentModel> {
  const model = await startAgentModel();
  Object.assign(process.env, {
    AGENT_MODEL: model.model,
    AGENT_API_KEY: model.key,
    AGENT_BASE_URL: `${model.url}/v1`,
  });
  return model;
}

/** Sends a message to the agent and does not wait for its answer. */
export async function ask(person: Person, tripId: string, text: string): Promise<AgentMessageDto> {
  return (await call(agentApi.ask, { params: { tripId }, body: { text } }, as(person))).data;
}

/** Sends a message to the agent and waits until the agent run has ended. */
export async function askAndWait(person: Person, tripId: string, text: string): Promise<AgentMessageDto> {
  await ask(person, tripId, text);
  await awaitDeferredWork();
  const [reply] = await messages(person, tripId);
  if (reply?.role !== "agent") throw new Error("There is no reply.");
  return reply;
}

/** Returns the trip's messages to and from the agent, newest first. */
export async function messages(person: Person, tripId: string): Promise<AgentMessageDto[]> {
  return (await call(agentApi.messages, { params: { tripId } }, as(person))).data;
}

export async function agentStatus(person: Person, tripId: string): Promise<AgentStatusDto> {
  return (await call(agentApi.status, { params: { tripId } }, as(person))).data;
}

/** Returns one page of the agent events after a cursor. */
export async function eventsAfter(
  person: Person,
  tripId: string,
  after: number,
  limit = 500,
): Promise<AgentEvent[]> {
  const asked = { params: { tripId }, query: { after, limit } };
  return (await call(agentApi.events, asked, as(person))).data.events;
}

/**
 * Opens the event stream and reads events until `isEnough` returns true, the stream ends or the signal aborts. Returns
 * whole events only.
 */
export async function streamUntil(
  person: Person,
  tripId: string,
  after: number,
  isEnough: (event: AgentEvent) => boolean,
  signal?: AbortSignal,
): Promise<AgentEvent[]> {
  const hangUp = new AbortController();
  const ended = signal ? AbortSignal.any([hangUp.signal, signal]) : hangUp.signal;
  const response = await handlerFetch(`/api/trips/${tripId}/agent/stream`, {
    headers: { authorization: `Bearer ${person.token}`, "last-event-id": String(after) },
    signal: ended,
  });
  if (!response.ok || !response.body) throw new Error(`The stream answered ${response.status}.`);
  const events: AgentEvent[] = [];
  let text = "";
  const reader = response.body.pipeThrough(new TextDecoderStream()).getReader();
  const stopped = new Promise<{ done: true; value: undefined }>((resolve) =>
    ended.addEventListener("abort", () => resolve({ done: true, value: undefined })),
  );
  for (;;) {
    const { done, value } = await Promise.race([reader.read(), stopped]);
    if (done) break;
    text += value;
    const frames = text.split("\n\n");
    text = frames.pop() ?? "";
    for (const frame of frames) {
      // The stream's lines end with a line feed only; other Unicode line separators can be part of the JSON.
      const data = frame.split("\n").find((line) => line.startsWith("data: "));
      if (data === undefined) continue;
      // The endpoint of the event stream sends only agent events.
      const event = JSON.parse(data.slice(6)) as AgentEvent;
      events.push(event);
      if (isEnough(event)) hangUp.abort();
    }
    if (ended.aborted) break;
  }
  hangUp.abort();
  void reader.cancel();
  return events;
}

/** Whether an agent run has ended with this event. */
export function isRunEnd(event: AgentEvent): boolean {
  return (
    event.kind === "message" && event.message.role === "agent" && event.message.run?.status !== "running"
  );
}
