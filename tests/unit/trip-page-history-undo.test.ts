import { describe, expect, test } from "vitest";
import { formerValues } from "#app/trips/[tripId]/_activity/former-values.ts";
import { NO_FILTER, isShown } from "#app/trips/[tripId]/_activity/history-filter.ts";
import { groupEvents } from "#app/trips/[tripId]/_model/history/history-groups.ts";
import { tallyAt } from "#app/trips/[tripId]/_model/history/known-names.ts";
import { isUndoable } from "#app/trips/[tripId]/_model/history/undo-rights.ts";
import type { StoredEvent } from "#db/queries/events.ts";
import { inverseOf } from "#lib/server/undo/inverses.ts";
import { TripEvent } from "#lib/shared/events.ts";
import type { StopDto } from "#lib/shared/stops.ts";
import { history, newEvent, type EventInput } from "./history-events.ts";

const time = (from: string | null, to: string | null, rest: Partial<EventInput> = {}): EventInput => ({
  op: "stop.updated",
  changes: { startTime: [from, to] },
  ...rest,
});

/** Returns for each group, newest first, who undid it, whether it is an undo or a redo, and how many events apply. */
function standing(...told: EventInput[]) {
  return groupEvents(history(...told)).map(({ undone, answers, standing: seqs }) => ({
    undoneBy: undone?.actorId ?? null,
    answer: answers && (answers.isRedo ? "redo" : "undo"),
    stands: seqs.length,
  }));
}

function move(entityId: string, groupId: string, from: string, to: string): EventInput {
  const changes: EventInput["changes"] = { dayId: [from, to], position: [`${from}1`, `${to}1`] };
  return { op: "stop.moved", entityId, groupId, changes };
}

describe("what takes back what", () => {
  const change = time("08:00", "09:00");
  const undo = time("09:00", "08:00", { actorId: "mika", minute: 30 });
  const redo = time("08:00", "09:00", { actorId: "mika", minute: 40 });

  test("an undo is a line of its own, and marks the one that it undid", () => {
    expect(standing(change, undo)).toEqual([
      { undoneBy: null, answer: "undo", stands: 1 },
      { undoneBy: "mika", answer: null, stands: 0 },
    ]);
  });

  test("done again, it stands again; undone once more, it doesn't", () => {
    expect(standing(change, undo, redo).at(-1)).toEqual({ undoneBy: null, answer: null, stands: 1 });
    expect(standing(change, undo, redo)[0]?.answer).toBe("redo");
    expect(standing(change, undo, redo, { ...undo, minute: 50 }).at(-1)?.undoneBy).toBe("mika");
  });

  test("whole writes only: one of two moves back is no undo", () => {
    const both = [move("a", "g", "sat", "sun"), move("b", "g", "sat", "sun")];
    expect(standing(...both, move("a", "h", "sun", "sat")).at(-1)?.undoneBy).toBeNull();
    expect(
      standing(...both, move("b", "h", "sun", "sat"), move("a", "h", "sun", "sat")).at(-1)?.undoneBy,
    ).toBe("jonas");
  });

  test("a folded line is undone once all of it is, and the undos are one line", () => {
    const run = [change, time("09:00", "10:00")];
    const first = time("10:00", "09:00", { actorId: "mika", minute: 30 });
    expect(standing(...run, first).at(-1)).toEqual({ undoneBy: null, answer: null, stands: 1 });
    const all = groupEvents(history(...run, first, undo));
    expect(all.map(({ seqs }) => seqs.length)).toEqual([2, 2]);
    expect(all[1]?.undone?.seqs).toEqual(all[0]?.seqs);
  });

  test("deleting what was added says so itself, and the added line knows", () => {
    const lines = standing({ op: "stop.created" }, { op: "stop.deleted", actorId: "mika" });
    expect(lines[0]).toEqual({ undoneBy: null, answer: null, stands: 1 });
    expect(lines[1]?.undoneBy).toBe("mika");
  });

  test("what was deleted and brought back: the deletion knows, and what was added stands", () => {
    const told: EventInput[] = [
      { op: "stop.created" },
      { op: "stop.deleted", actorId: "jonas", minute: 30 },
      { op: "stop.restored", actorId: "mika", minute: 40 },
    ];
    expect(standing(...told).map(({ undoneBy }) => undoneBy)).toEqual([null, "mika", null]);
  });

  test("values are the same in whatever order their keys come", () => {
    const [a, b] = [
      { amount: 1, currency: "EUR" },
      { currency: "EUR", amount: 1 },
    ];
    const priced: EventInput = { op: "stop.updated", changes: { cost: [null, a] } };
    expect(standing(priced, { ...priced, changes: { cost: [b, null] }, minute: 20 }).at(-1)?.undoneBy).toBe(
      "jonas",
    );
  });
});

describe("who may take back what", () => {
  const me = { userId: "jonas", edit: true, join: true };
  const undoable = (told: EventInput, person = me) => isUndoable({ events: [newEvent(told)] }, person);

  test("no button is offered for what the service never undoes, and one for all that it does", () => {
    for (const { shape } of TripEvent.options) {
      const op = shape.op.value;
      if (op === "redacted") continue;
      const entity = { userId: null, ownerId: null };
      const stored = { op, after: entity } as unknown as StoredEvent;
      let isKnown = true;
      try {
        inverseOf(stored);
      } catch {
        isKnown = false;
      }
      expect([op, undoable({ op, entity })]).toEqual([op, isKnown]);
    }
  });

  test("votes and words are their author's, people's places their own", () => {
    const viewer = { ...me, edit: false };
    expect(undoable({ op: "vote.set" }, viewer)).toBe(true);
    expect(undoable({ op: "vote.set", actorId: "mika" })).toBe(false);
    expect(undoable({ op: "comment.deleted", actorId: "mika" })).toBe(false);
    expect(undoable({ op: "stop.moved" }, viewer)).toBe(false);
    expect(undoable({ op: "member.joined", entity: { userId: "mika" } })).toBe(false);
    expect(undoable({ op: "item.updated", changes: { doneAt: [null, "x"] } }, viewer)).toBe(true);
    expect(undoable({ op: "item.updated", changes: { text: ["a", "b"] } }, viewer)).toBe(false);
    expect(undoable({ op: "item.created", entity: { ownerId: "jonas" } }, viewer)).toBe(true);
  });
});

test("a filter shows the lines of one person or one kind", () => {
  const groups = groupEvents(
    history({ op: "stop.created" }, { op: "vote.set", actorId: "mika", entity: { value: 1 } }),
  );
  expect(groups.filter((group) => isShown(group, NO_FILTER))).toHaveLength(2);
  expect(groups.filter((group) => isShown(group, { actorId: "mika", kind: null }))).toHaveLength(1);
  expect(groups.filter((group) => isShown(group, { actorId: "mika", kind: "plan" }))).toEqual([]);
});

test("former values are offered where they are not there again, both ends together", () => {
  const [group] = groupEvents(
    history({
      op: "stop.updated",
      changes: {
        startTime: ["08:00", "09:00"],
        endTime: ["10:00", "11:00"],
        url: [null, "x"],
        dayId: ["a", "b"],
      },
    }),
  );
  const row = { id: "kiyomizu", startTime: "09:00", endTime: "11:00", url: null } as unknown as StopDto;
  expect(group && formerValues(group, row)).toEqual([
    { field: "startTime", before: "08:00", patch: { startTime: "08:00", endTime: "10:00" } },
  ]);
});

test("votes are counted as they stood when the vote was closed", () => {
  const stop = {
    id: "kiyomizu",
    votes: [
      { memberId: "a", value: 1 },
      { memberId: "b", value: 1 },
      { memberId: "gone", value: 1 },
    ],
  };
  const members = [
    { id: "a", leftAt: null },
    { id: "b", leftAt: null },
    { id: "gone", leftAt: "2026-11-01" },
  ];
  const trip = { stops: [stop], members } as unknown as Parameters<typeof tallyAt>[0];
  const later = newEvent({
    op: "vote.set",
    entity: { memberId: "b", value: 1 },
    changes: { value: [-1, 1] },
  });
  expect(tallyAt(trip, [later], { stopId: "kiyomizu", seq: later.seq })).toBe(2);
  expect(tallyAt(trip, [later], { stopId: "kiyomizu", seq: later.seq - 1 })).toBe(0);
  expect(tallyAt(trip, [], { stopId: "elsewhere", seq: 1 })).toBeNull();
});
