import { describe, expect, test } from "vitest";
import { type EventOp, TripEvent } from "#lib/shared/events.ts";
import { applyEvent } from "#lib/shared/merge.ts";
import { LIST_RESOURCES } from "#lib/shared/resources/list-resources.ts";
import type { TripDto } from "#lib/shared/trips.ts";
import { ANN, event, trip } from "#tests/realtime/sample-trip.ts";

/** The lists of a trip by the kinds of their rows. */
const LISTS = {
  day: "days",
  stop: "stops",
  reservation: "reservations",
  expense: "expenses",
  settlement: "settlements",
  attachment: "attachments",
  decision: "decisions",
  suggestion: "suggestions",
  item: "items",
  ...Object.fromEntries(Object.values(LIST_RESOURCES).map(({ kind, list }) => [kind, list])),
} as Record<string, keyof TripDto>;

const ROW = "0199b6a0-7c00-7000-8000-0000000000c1";
/** Fields of rows of every kind, as far as lists are ordered by them. */
const row = (title: string) => ({
  id: ROW,
  title,
  date: "2026-11-14",
  spentOn: "2026-11-14",
  start: null,
  list: "packing",
  position: "a0",
  votes: [],
  attachments: [],
  commentCount: 0,
  deletedAt: null,
  money: { payers: [], split: { parts: [] } },
});

const OPS = TripEvent.options.map(({ shape }) => shape.op.value).filter((op) => op !== "redacted");
const GONE = /\.(deleted|withdrawn|answered)$/;

function after(before: TripDto, op: EventOp, entity: object): TripDto {
  const made = event(before.seq + 1, { op, entity } as Parameters<typeof event>[1]);
  return applyEvent(before, made, { userId: ANN, now: new Date("2026-11-14T03:00:00Z") });
}

describe.each(Object.entries(LISTS))("events of the kind %s", (kind, list) => {
  const empty = { ...trip(), [list]: [] };
  const ops = OPS.filter((op) => op.startsWith(`${kind}.`));
  const puts = ops.filter((op) => !GONE.test(op));
  const removes = ops.filter((op) => GONE.test(op));

  test("put a row into its list, or remove it", () => {
    expect(puts).not.toEqual([]);
    expect(removes).not.toEqual([]);
  });

  test.each(puts)("%s puts the row into the list", (op) => {
    expect(after(empty, op, row("new"))[list]).toMatchObject([{ id: ROW, title: "new" }]);
  });

  test.each(puts)("%s replaces a row that is there", (op) => {
    const before = { ...empty, [list]: [row("old")] };
    expect(after(before, op, row("new"))[list]).toMatchObject([{ id: ROW, title: "new" }]);
  });

  test.each(removes)("%s removes the row", (op) => {
    const before = { ...empty, [list]: [row("old")] };
    expect(after(before, op, { id: ROW })[list]).toEqual([]);
  });
});
