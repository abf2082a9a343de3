// @alone: sets the environment, which the service reads once
import { afterAll, beforeEach, describe, expect, test } from "vitest";
import { changedRows, isRunUndone } from "#app/trips/[tripId]/_agent/changed-lines.ts";
import { call } from "#lib/client/base/api.ts";
import { changesPart } from "#lib/server/agent/changes-part.ts";
import { daysApi } from "#lib/shared/api/days.ts";
import { eventsApi } from "#lib/shared/api/events.ts";
import type { AgentMessageDto } from "#lib/shared/agent.ts";
import { newTripFixture } from "#tests/factories/trip-fixture.ts";
import { as, readTrip } from "#tests/factories/trips.ts";
import { askAndWait, eventsAfter, useAgentModel } from "#tests/helpers/agent.ts";

const model = await useAgentModel();
process.env.AGENT_MAX_OUTPUT_TOKENS = "50000";
afterAll(() => model.stop());
beforeEach(() => model.reset());

const LONG = "一段很长的笔记。".repeat(1200);

function cardOf({ parts }: AgentMessageDto) {
  const card = parts.find((part) => part.type === "changes");
  if (!card) throw new Error("Nothing was changed.");
  return card;
}

describe("the card of what a run has changed", () => {
  test("tells long texts so that clients still see when they were taken back", async () => {
    const { tripId, trip, editor, owner } = await newTripFixture();
    const dayId = trip.days[0]?.id ?? "";
    await call(daysApi.update, { params: { tripId, dayId }, body: { notes: `${LONG}旧` } }, as(owner));
    model.script([
      { toolCalls: [{ name: "read_day", args: { dayId }, isWhole: true }] },
      { toolCalls: [{ name: "write_day_note", args: { dayId, notes: `${LONG}新` }, isWhole: true }] },
      { text: "Done." },
    ]);
    const card = cardOf(await askAndWait(editor, tripId, "Mend the note."));
    const rows = changedRows(card.lines);
    expect(rows).toMatchObject([{ before: { notes: `${LONG}旧` }, after: { notes: `${LONG}新` } }]);
    expect(isRunUndone(rows, await readTrip(editor, tripId))).toBe(false);
    await call(eventsApi.undo, { params: { tripId, seq: card.seq } }, as(editor));
    expect(isRunUndone(rows, await readTrip(editor, tripId))).toBe(true);
  });

  test("tells only the beginning of what a new thing says", async () => {
    const { tripId, trip, editor } = await newTripFixture();
    const dayId = trip.days[0]?.id ?? "";
    const notes = LONG.slice(0, 2000);
    const names = ["First", "Second", "Third"];
    model.script([
      { toolCalls: names.map((name) => ({ name: "add_stop", args: { name, dayId, notes }, isWhole: true })) },
      { text: "Done." },
    ]);
    const card = cardOf(await askAndWait(editor, tripId, "Add three."));
    const rows = changedRows(card.lines);
    expect(rows.map(({ name }) => name)).toEqual(names);
    for (const { after } of rows) expect(after["notes"]).toBe(`${notes.slice(0, 499)}…`);
    expect((await readTrip(editor, tripId)).stops.filter((stop) => stop.notes === notes)).toHaveLength(3);
    expect(isRunUndone(rows, await readTrip(editor, tripId))).toBe(false);
    await call(eventsApi.undo, { params: { tripId, seq: card.seq } }, as(editor));
    expect(isRunUndone(rows, await readTrip(editor, tripId))).toBe(true);
  });

  test("says how many more changes there are than it names, and which is the last", async () => {
    const { tripId, editor } = await newTripFixture();
    const packs = Array.from({ length: 60 }, (_, at) => ({
      name: "add_packing_item",
      args: { text: `Thing ${at}` },
      isWhole: true,
    }));
    model.script([{ toolCalls: packs }, { text: "Done." }]);
    const card = cardOf(await askAndWait(editor, tripId, "Pack."));
    const { seq } = await readTrip(editor, tripId);
    expect(card).toMatchObject({ seq, count: 60 });
    expect(card.lines).toHaveLength(50);
    await call(eventsApi.undo, { params: { tripId, seq: card.seq } }, as(editor));
    expect((await readTrip(editor, tripId)).items).toHaveLength(0);
    const events = await eventsAfter(editor, tripId, 0);
    expect(events.at(-1)).toMatchObject({
      kind: "message",
      message: { parts: expect.arrayContaining([card]) },
    });
  });
});

const SOME_ID = "00000000-0000-7000-8000-000000000000";

/** Returns the lines of the card of changes for these writes, whose texts have `length` characters. */
function linesOf(written: { op: "stop.created" | "stop.updated"; length: number; entityId?: string }[]) {
  const rows = written.map(({ op, length, entityId }, at) => ({
    seq: at + 1,
    op,
    entityId: entityId ?? `00000000-0000-7000-8000-${String(at).padStart(12, "0")}`,
    before: { notes: "a".repeat(length) },
    after: { notes: "b".repeat(length) },
    count: written.length,
    lastSeq: written.length,
  }));
  const part = changesPart(SOME_ID, rows);
  return part?.type === "changes" ? part.lines : [];
}

function seqsOf(...lengths: number[]): number[] {
  return linesOf(lengths.map((length) => ({ op: "stop.updated", length }))).map(({ seq }) => seq);
}

describe("however long the texts are that were changed", () => {
  test("what is new stays short where it is changed, and what is not is whole", () => {
    const one = { length: 10_000, entityId: SOME_ID };
    const [created, updated] = [
      { ...one, op: "stop.created" as const },
      { ...one, op: "stop.updated" as const },
    ];
    const lengths = (...written: (typeof created | typeof updated)[]) =>
      linesOf(written).map(({ changes }) => String(changes["notes"]?.[1]).length);
    expect(lengths(created, updated)).toEqual([500, 500]);
    expect(lengths(updated, created)).toEqual([10_000, 500]);
  });

  test("the card has about 64 kB of them at most, from the first one on", () => {
    expect(seqsOf(10_000, 10_000, 10_000, 10_000, 100)).toEqual([1, 2, 3]);
    expect(seqsOf(50_000, 10)).toEqual([1]);
    expect(seqsOf(...Array.from({ length: 50 }, () => 500))).toHaveLength(50);
    expect(seqsOf()).toEqual([]);
  });
});
