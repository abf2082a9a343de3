// @alone: sets the environment, which the service reads once
import { afterAll, beforeEach, describe, expect, test } from "vitest";
import { call } from "#lib/client/base/api.ts";
import { awaitDeferredWork } from "#lib/server/http/defer.ts";
import { agentApi } from "#lib/shared/api/agent.ts";
import { stopsApi } from "#lib/shared/api/stops.ts";
import { textOfParts } from "#lib/shared/agent-fold.ts";
import type { AgentMessageDto } from "#lib/shared/agent.ts";
import { textOf } from "#tests/doubles/chat-shapes.ts";
import type { Person } from "#tests/factories/people.ts";
import { newTripFixture } from "#tests/factories/trip-fixture.ts";
import { as, newStop } from "#tests/factories/trips.ts";
import { messages, useAgentModel } from "#tests/helpers/agent.ts";
import { send } from "#tests/helpers/handlers.ts";

/*
 * Texts of the agent's tools for people are in the language of the user; the model receives the same texts in English.
 */

const model = await useAgentModel();
afterAll(() => model.stop());
beforeEach(() => model.reset());

const CHINESE = /\p{Script=Han}/u;

async function askIn(lang: string, person: Person, tripId: string): Promise<AgentMessageDto> {
  const headers = { "accept-language": lang };
  await send(agentApi.ask, { params: { tripId }, body: { text: "Go on." }, token: person.token, headers });
  await awaitDeferredWork();
  const [reply] = await messages(person, tripId);
  if (reply?.role !== "agent") throw new Error("There is no reply.");
  return reply;
}

function stepsOf({ parts }: AgentMessageDto) {
  return parts.filter((part) => part.type === "step");
}

/** Returns the results of tools that the model received, in order. */
function toldToModel(): string[] {
  const last = model.requests.at(-1)?.body.messages ?? [];
  return last.filter(({ role }) => role === "tool").map(textOf);
}

function rename({ id }: { id: string }, name = "茶") {
  return { name: "edit_stop", args: { stopId: id, name } };
}

function everyWrite(stopId: string, dayId: string) {
  return [
    { name: "add_stop", args: { name: "茶馆", dayId } },
    { name: "edit_stop", args: { stopId, startTime: "09:00" } },
    { name: "move_stop", args: { stopId, dayId: null, afterStopId: null } },
    { name: "remove_stop", args: { stopId } },
    { name: "write_day_note", args: { dayId, title: "寺", notes: "早" } },
    {
      name: "add_reservation",
      args: { kind: "other", title: "茶会", start: { local: "2026-11-14", zone: "Asia/Tokyo" } },
    },
    { name: "add_packing_item", args: { text: "雨伞" } },
    { name: "add_packing_item", args: { text: "雨伞" } },
  ];
}

describe("steps that write", () => {
  const SAID = {
    zh: [
      "在 2026-11-14 添加了“茶馆”。",
      "修改了“Kiyomizu-dera”。",
      "把“Kiyomizu-dera”移到了想法中最前面。",
      "移除了“Kiyomizu-dera”。",
      "写了 2026-11-14 的标题和备注。",
      "添加了 2026-11-14 的预订“茶会”。",
      "在行李清单中加入了“雨伞”。",
      "已经有了。",
    ],
    en: [
      "Added “茶馆” on 2026-11-14.",
      "Changed startTime of “Kiyomizu-dera”.",
      "Moved “Kiyomizu-dera” to the beginning in Ideas.",
      "Removed “Kiyomizu-dera”.",
      "Wrote the title and notes of 2026-11-14.",
      "Added the booking “茶会” on 2026-11-14.",
      "Added “雨伞” to the packing list.",
      "It is there already.",
    ],
  };

  test.each(["zh", "en"] as const)("are told to people in %s, and to the model in English", async (lang) => {
    const { tripId, trip, stop, editor } = await newTripFixture();
    model.script([{ toolCalls: everyWrite(stop.id, trip.days[0]?.id ?? "") }, { text: "…" }]);
    const steps = stepsOf(await askIn(lang, editor, tripId));
    expect(steps.map(({ result }) => result?.summary)).toEqual(SAID[lang]);
    expect(steps.at(-1)).toMatchObject({ state: "failed", refusal: { code: "ALREADY_THERE" } });
    expect(steps.filter(({ refusal }) => refusal)).toHaveLength(1);
    const told = toldToModel().map((each) => JSON.parse(each) as { ok: boolean; summary: string });
    expect(told.map(({ summary }) => summary)).toEqual([
      ...SAID.en.slice(0, -1),
      "“雨伞” is on the packing list already.",
    ]);
  });

  test("say that they were only proposed", async () => {
    const { tripId, trip, viewer } = await newTripFixture();
    const add = { name: "add_stop", args: { name: "茶馆", dayId: trip.days[0]?.id } };
    model.script([{ toolCalls: [add] }, { text: "…" }]);
    const [step] = stepsOf(await askIn("zh-CN", viewer, tripId));
    expect(step?.result).toMatchObject({
      ok: true,
      isProposed: true,
      summary: "已作为建议，尚未写入：在 2026-11-14 添加了“茶馆”。",
    });
    expect(toldToModel()).toEqual([expect.stringContaining("Proposed, not written yet: Added “茶馆” on")]);
    expect(toldToModel()[0]).not.toContain("isProposed");
  });
});

test("a conflict names the stop that it is about, and its reason is a fact", async () => {
  const { tripId, stop, editor, owner } = await newTripFixture();
  const answers = [
    { toolCalls: [{ name: "read_trip" }] },
    { toolCalls: [rename(stop, "清水")] },
    { text: "…" },
  ];
  model.script(async () => {
    const params = { tripId, stopId: stop.id };
    if (answers.length === 2) await call(stopsApi.update, { params, body: { name: "清水寺" } }, as(owner));
    return answers.shift() ?? { text: "?" };
  });
  const [, step] = stepsOf(await askIn("zh", editor, tripId));
  expect(step).toMatchObject({
    state: "failed",
    about: { name: "清水寺" },
    refusal: { code: "FIELD_CONFLICT" },
    result: { ok: false, summary: "在此期间有人改动了它。", trip: null },
  });
});

test("a tool that only reads says why it could not", async () => {
  const { tripId, editor } = await newTripFixture();
  model.script([{ toolCalls: [{ name: "read_day", args: { dayId: "0199b6a0" } }] }, { text: "…" }]);
  const [step] = stepsOf(await askIn("zh", editor, tripId));
  expect(step).toMatchObject({ state: "failed", refusal: { code: "NOT_FOUND" }, result: null });
});

test.each([
  ["zh", "有 1 处改动未能提出。行程在此期间有了变动。"],
  ["en", "One change could not be proposed. The trip has changed meanwhile."],
])("what a proposal leaves out is said in %s", async (lang, words) => {
  const { tripId, trip, stop, viewer, owner } = await newTripFixture();
  const other = await newStop(owner, trip, { name: "Going" });
  const answers = [
    { toolCalls: [{ name: "read_trip" }] },
    { toolCalls: [rename(stop), rename(other)] },
    { text: "好" },
  ];
  model.script(async () => {
    const params = { tripId, stopId: other.id };
    if (answers.length === 1) await call(stopsApi.delete, { params }, as(owner));
    return answers.shift() ?? { text: "?" };
  });
  const reply = await askIn(lang, viewer, tripId);
  expect(textOfParts(reply)).toBe(`好\n\n${words}`);
  expect(CHINESE.test(words)).toBe(lang === "zh");
});
