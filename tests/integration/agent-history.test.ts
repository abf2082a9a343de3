// @alone @long: sets the environment, which the service reads once; runs that summarise long threads
import { afterAll, beforeEach, describe, expect, test } from "vitest";
import type { ModelStep } from "#tests/doubles/agent-model.ts";
import { textOf } from "#tests/doubles/chat-shapes.ts";
import type { ChatRequest } from "#tests/doubles/chat-shapes.ts";
import { newTripFixture } from "#tests/factories/trip-fixture.ts";
import type { TripFixture } from "#tests/factories/trip-fixture.ts";
import { askAndWait, useAgentModel } from "#tests/helpers/agent.ts";

const model = await useAgentModel();
Object.assign(process.env, {
  AGENT_HISTORY_TOKENS: "500",
  AGENT_ASKS_PER_PERSON: "1000",
  AGENT_ASKS_PER_TRIP: "1000",
});
afterAll(() => model.stop());
beforeEach(() => model.reset());

const isMinutes = ({ tools }: ChatRequest) => tools === undefined;
const read = ({ messages }: ChatRequest) => messages.map(textOf).join("\n");
/** Facts are numbered so that a test can search for each. Five of them fill the space for the unshortened history. */
const fact = (at: number) => `Fact-${at}-`;
const filler = "about temples and gardens ".repeat(12);
const factsIn = (text: string) => new Set([...text.matchAll(/Fact-(\d+)-/g)].map(([, at]) => Number(at)));

/** Makes the model write a summary of the earlier messages that contains every fact that it received. */
function secretary(fails: () => boolean): void {
  model.script((request): ModelStep => {
    if (!isMinutes(request)) return { text: "Noted." };
    return fails() ? { status: 400 } : { text: [...factsIn(read(request))].map(fact).join(" ") };
  });
}

/** Sends messages with further facts, and returns which facts the last request to the model contained. */
async function tell({ editor, tripId }: TripFixture, from: number, to: number) {
  for (let at = from; at <= to; at++) await askAndWait(editor, tripId, `${fact(at)} ${filler}`);
  const asked = model.requests.findLast(({ body }) => !isMinutes(body));
  if (!asked) throw new Error("The model was not asked.");
  return { facts: factsIn(read(asked.body)), isMissing: read(asked.body).includes("can't be told now") };
}

const upTo = (last: number) => new Set(Array.from({ length: last }, (_, at) => at + 1));

describe("everything that was said before a question", () => {
  test("is told with it or in its minutes", async () => {
    const scene = await newTripFixture();
    secretary(() => false);
    expect(await tell(scene, 1, 30)).toEqual({ facts: upTo(30), isMissing: false });
  });

  test("is in later minutes, each word, where they failed for longer than is looked through at once", async () => {
    const scene = await newTripFixture();
    let isAway = true;
    secretary(() => isAway);
    const away = await tell(scene, 1, 70);
    expect(away.isMissing).toBe(true);
    expect(away.facts.has(70)).toBe(true);
    expect(away.facts.has(1)).toBe(false);
    isAway = false;
    // Facts return in order and not all at once, and the model is told that some are missing.
    const first = await tell(scene, 71, 71);
    expect(first.isMissing).toBe(true);
    expect(first.facts.has(1)).toBe(true);
    let last = first;
    let at = 71;
    while (last.isMissing && at < 90) last = await tell(scene, ++at, at);
    expect(last).toEqual({ facts: upTo(at), isMissing: false });
  });

  test("is a question of the longest, whole", async () => {
    const { editor, tripId } = await newTripFixture();
    model.script([{ text: "Noted." }]);
    const text = "𠮷".repeat(4000);
    await askAndWait(editor, tripId, text);
    expect(model.requests.at(-1)?.body.messages.map(textOf).at(-1)).toContain(text);
  });
});
