import { once } from "node:events";
import { call } from "#lib/client/base/api.ts";
import { agentApi } from "#lib/shared/api/agent.ts";
import { realtimeApi } from "#lib/shared/api/realtime.ts";
import type { AgentEvent } from "#lib/shared/agent.ts";
import { PROTOCOL_VERSION } from "#lib/shared/handshake.ts";
import type { ServerMessage } from "#lib/shared/protocol.ts";
import type { AgentModel } from "#tests/doubles/agent-model.ts";
import type { Fixture } from "./fixture.ts";
import { median, quantile } from "./measuring.ts";
import type { Row } from "./report.ts";
import type { Service } from "./service.ts";

const WARM_UP = 15;
const QUESTIONS = 60;
const FIRST_BYTE_MS = 50;
const ELSEWHERE_MS = 300;

/**
 * Measures the time from a message to the agent until the first streamed word, with a model that answers at once; and
 * the time from the event of a tool's write until another member's socket receives it.
 */
export async function measureAgent(model: AgentModel, { app }: Service, fixture: Fixture): Promise<Row[]> {
  const { writer, people, pair } = fixture;
  const params = { tripId: pair.id };
  const owner = { baseUrl: app.url, token: writer.token };
  const other = { baseUrl: app.url, token: people[1]?.token ?? "" };
  const dayId = pair.days[0]?.id ?? "";
  const adding = { name: "add_stop", args: { name: "By the agent", dayId } };
  model.script(({ messages }) =>
    messages.at(-1)?.role === "tool" ? { text: "Added." } : { text: "One moment.", toolCalls: [adding] },
  );
  const { data: ticket } = await call(realtimeApi.ticket, { params }, other);
  const socket = new WebSocket(`${ticket.url}?ticket=${ticket.ticket}&protocol=${PROTOCOL_VERSION}`);
  const elsewhere: number[] = [];
  socket.addEventListener("message", ({ data }) => {
    // The room sends only messages of the type `ServerMessage`.
    const message = JSON.parse(String(data)) as ServerMessage;
    if (message.type !== "event" || !("via" in message.event) || message.event.via !== "agent") return;
    elsewhere.push(Date.now() - Date.parse(message.event.at));
  });
  await once(socket, "open");
  const stream = await openStream(app.url, writer.token, pair.id);
  const firsts: number[] = [];
  for (let question = 0; question < WARM_UP + QUESTIONS; question++) {
    const asked = performance.now();
    const [first] = await Promise.all([
      stream.until((event) => event.kind === "text").then(() => performance.now() - asked),
      call(agentApi.ask, { params, body: { text: "Add one." } }, owner),
    ]);
    await stream.until(isEnd);
    if (question >= WARM_UP) firsts.push(first);
  }
  stream.close();
  socket.close();
  const seen = elsewhere.slice(WARM_UP);
  return [
    {
      measure: "agent, from asking to the first streamed word, p50",
      value: median(firsts),
      unit: "ms",
      floor: { at: "most", value: FIRST_BYTE_MS, of: "value" },
    },
    { measure: "agent, the same, p95", value: quantile(firsts, 0.95), unit: "ms" },
    {
      measure: "agent, from a tool's write to another member's socket, p95",
      value: quantile(seen, 0.95),
      unit: "ms",
      floor: { at: "most", value: ELSEWHERE_MS, of: "value" },
    },
  ];
}

function isEnd(event: AgentEvent): boolean {
  return (
    event.kind === "message" && event.message.role === "agent" && event.message.run?.status !== "running"
  );
}

interface EventSourceLike {
  /** Reads events until one matches. */
  until(isMeant: (event: AgentEvent) => boolean): Promise<void>;
  close(): void;
}

async function openStream(baseUrl: string, token: string, tripId: string): Promise<EventSourceLike> {
  const closing = new AbortController();
  const response = await fetch(new URL(`/api/trips/${tripId}/agent/stream`, baseUrl), {
    headers: { authorization: `Bearer ${token}` },
    signal: closing.signal,
  });
  if (!response.ok || !response.body) throw new Error(`The stream answered ${response.status}.`);
  const reader = response.body.pipeThrough(new TextDecoderStream()).getReader();
  let text = "";
  return {
    async until(isMeant) {
      for (;;) {
        const end = text.indexOf("\n\n");
        if (end < 0) {
          const { done, value } = await reader.read();
          if (done) throw new Error("The stream has ended.");
          text += value;
          continue;
        }
        const data = text
          .slice(0, end)
          .split("\n")
          .find((line) => line.startsWith("data: "));
        text = text.slice(end + 2);
        // The endpoint of the event stream sends only agent events.
        if (data !== undefined && isMeant(JSON.parse(data.slice(6)) as AgentEvent)) return;
      }
    },
    close: () => closing.abort(),
  };
}
