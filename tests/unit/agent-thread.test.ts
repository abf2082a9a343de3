import { describe, expect, test } from "vitest";
import { AgentThread } from "#lib/client/agent/agent-thread.ts";
import type {
  AgentEvent,
  AgentEventBody,
  AgentMessageDto,
  AgentPart,
  AgentRunDto,
} from "#lib/shared/agent.ts";
import { applyEventToMessages } from "#lib/shared/agent-fold.ts";

const AT = "2027-04-05T10:00:00.000Z";
const MEMBER = "0199b6a0-7c00-7000-8000-0000000000aa";

function run(n: number, status: AgentRunDto["status"]): AgentRunDto {
  return {
    id: `run ${n}`,
    memberId: MEMBER,
    messageId: `ask ${n}`,
    replyId: `reply ${n}`,
    mode: "apply",
    status,
    fault: null,
    startedAt: AT,
    endedAt: status === "running" ? null : AT,
  };
}

function question(n: number, cursor: number): AgentMessageDto {
  const parts: AgentPart[] = [{ type: "text", text: `Question ${n}` }];
  return { id: `ask ${n}`, role: "user", memberId: MEMBER, parts, run: null, cursor, createdAt: AT };
}

function reply(
  n: number,
  cursor: number,
  status: AgentRunDto["status"],
  parts: AgentPart[],
): AgentMessageDto {
  const frame = { id: `reply ${n}`, role: "agent" as const, memberId: MEMBER, cursor, createdAt: AT };
  return { ...frame, parts, run: run(n, status) };
}

/** What the service has written so far, and its answers at each moment. */
interface World {
  events: AgentEvent[];
  /**
   * Returns the messages as a read finds them after this many events. Messages of a run that has not ended have no
   * parts.
   */
  messagesAt: (count: number) => readonly AgentMessageDto[];
  modeAt: (count: number) => "apply" | "propose";
}

function world(random: () => number): World {
  const events: AgentEvent[] = [];
  const add = (body: AgentEventBody) => events.push({ ...body, cursor: events.length + 1, at: AT });
  const runs = 1 + Math.floor(random() * 4);
  for (let n = 0; n < runs; n++) {
    if (random() < 0.4) add({ kind: "mode", mode: random() < 0.5 ? "apply" : "propose", memberId: MEMBER });
    const asked = question(n, events.length + 1);
    const begun = reply(n, events.length + 2, "running", []);
    add({ kind: "message", message: asked });
    add({ kind: "message", message: begun });
    let parts: readonly AgentPart[] = [];
    const pieces = Math.floor(random() * 8);
    for (let piece = 0; piece < pieces; piece++) {
      const body = partOf(begun.id, piece, random);
      add(body);
      [{ parts }] = applyEventToMessages([{ ...begun, parts: [...parts] }], body) as [AgentMessageDto];
    }
    const isLeftRunning = n === runs - 1 && random() < 0.5;
    if (!isLeftRunning) {
      add({ kind: "message", message: reply(n, begun.cursor, "done", [...parts]) });
    }
  }
  return {
    events,
    messagesAt(count) {
      const announced = events.slice(0, count).filter((event) => event.kind === "message");
      return announced.reduce<readonly AgentMessageDto[]>(applyEventToMessages, []);
    },
    modeAt: (count) => events.slice(0, count).findLast((event) => event.kind === "mode")?.mode ?? "apply",
  };
}

function partOf(messageId: string, piece: number, random: () => number): AgentEventBody {
  const index = Math.floor(piece / 2);
  if (random() < 0.6) return { kind: "text", messageId, index, text: `word ${piece} ` };
  const state = random() < 0.5 ? "running" : "done";
  const part: AgentPart = { type: "step", tool: "read_day", state, about: {}, result: null };
  return { kind: "part", messageId, index, part };
}

/** Returns the same random numbers for the same seed (mulberry32). */
function chance(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}

function shuffled<T>(list: readonly T[], random: () => number): T[] {
  return list
    .map((of) => ({ of, at: random() }))
    .toSorted((a, b) => a.at - b.at)
    .map(({ of }) => of);
}

const page = (messages: readonly AgentMessageDto[], cursor: string | null = null) => ({
  items: messages.toReversed(),
  cursor,
});

describe("whenever one comes in, and however events come, one sees what happened", () => {
  const first = Math.floor(Math.random() * 2 ** 31);
  test.each(Array.from({ length: 300 }, (_, n) => first + n))("seed %i", (seed) => {
    const random = chance(seed);
    const { events, messagesAt, modeAt } = world(random);
    const statusAt = Math.floor(random() * (events.length + 1));
    const readAt = statusAt + Math.floor(random() * (events.length - statusAt + 1));
    const thread = new AgentThread();
    thread.begin({ mode: modeAt(statusAt), cursor: statusAt, run: null }, page(messagesAt(readAt)));
    expect(thread.cursor).toBeLessThanOrEqual(statusAt);
    const rest = events.slice(thread.cursor);
    const repeated = rest.filter(() => random() < 0.3);
    const old = events.slice(0, thread.cursor).filter(() => random() < 0.3);
    for (const event of shuffled([...rest, ...repeated, ...old], random)) thread.receive([event]);
    const expected = events.reduce<readonly AgentMessageDto[]>(applyEventToMessages, []);
    expect(thread.view.messages).toEqual(expected);
    expect(thread.view.mode).toBe(modeAt(events.length));
    expect(thread.cursor).toBe(events.length);
    expect(thread.hasGap).toBe(false);
    expect(thread.view.run).toEqual(expected.at(-1)?.run?.status === "running" ? expected.at(-1)?.run : null);
  });
});

function say(cursor: number, text: string): AgentEvent {
  return { kind: "text", messageId: "reply 1", index: 0, text, cursor, at: AT };
}

test("what comes early waits for what is missing, and what comes again is dropped", () => {
  const thread = new AgentThread();
  thread.begin(
    { mode: "apply", cursor: 2, run: run(1, "running") },
    page([question(1, 1), reply(1, 2, "running", [])]),
  );
  thread.receive([say(4, "two "), say(4, "two ")]);
  expect(thread.hasGap).toBe(true);
  expect(thread.view.messages.at(-1)?.parts).toEqual([]);
  thread.receive([say(3, "one "), say(3, "one "), say(5, "three")]);
  expect(thread.view.messages.at(-1)?.parts).toEqual([{ type: "text", text: "one two three" }]);
  expect(thread.hasGap).toBe(false);
});

test("an ended reply does not begin again when the events before its end come by", () => {
  const thread = new AgentThread();
  const ended = reply(1, 2, "done", [{ type: "text", text: "All of it" }]);
  thread.begin({ mode: "apply", cursor: 0, run: null }, page([question(1, 1), ended]));
  const seen: unknown[] = [];
  thread.changes.add(() => seen.push(thread.view.messages.at(-1)?.parts));
  const before: AgentEvent[] = [
    { kind: "message", message: question(1, 1), cursor: 1, at: AT },
    { kind: "message", message: reply(1, 2, "running", []), cursor: 2, at: AT },
    say(3, "All "),
  ];
  for (const event of before) thread.receive([event]);
  expect(seen.filter((parts) => JSON.stringify(parts) !== JSON.stringify(ended.parts))).toEqual([]);
  expect(thread.view.run).toBeNull();
});

test("older messages come before the others, once; after a long absence what lies between is not skipped", () => {
  const thread = new AgentThread();
  const all = Array.from({ length: 8 }, (_, n) => question(n, n + 1));
  thread.begin({ mode: "apply", cursor: 6, run: null }, page(all.slice(3, 6), "4"));
  thread.addOlder(page(all.slice(1, 4), "2"));
  expect(thread.view.messages.map(({ cursor }) => cursor)).toEqual([2, 3, 4, 5, 6]);
  expect(thread.older).toBe("2");
  thread.begin({ mode: "apply", cursor: 8, run: null }, page(all.slice(5, 8), "6"));
  expect(thread.view.messages.map(({ cursor }) => cursor)).toEqual([2, 3, 4, 5, 6, 7, 8]);
  expect(thread.older).toBe("2");
  const later = Array.from({ length: 2 }, (_, n) => question(20 + n, 40 + n));
  thread.begin({ mode: "apply", cursor: 41, run: null }, page(later, "40"));
  expect(thread.view.messages.map(({ cursor }) => cursor)).toEqual([40, 41]);
  expect(thread.older).toBe("40");
});
