import { describe, expect, test } from "vitest";
import {
  groupEvents,
  isGroupIncomplete,
  netChanges,
  writesAbout,
} from "#app/trips/[tripId]/_model/history/history-groups.ts";
import { phraseOf } from "#app/trips/[tripId]/_model/history/history-phrase.ts";
import { history, historyNames, type EventInput } from "./history-events.ts";

function phrases(...told: EventInput[]) {
  return groupEvents(history(...told)).map((group) => phraseOf(group, historyNames));
}

const time = (from: string | null, to: string): EventInput => ({
  op: "stop.updated",
  changes: { startTime: [from, to] },
});

const movedTo = (entityId: string, changes: EventInput["changes"]): EventInput => ({
  op: "stop.moved",
  groupId: "g",
  entityId,
  entity: { dayId: "sun" },
  changes,
});

describe("groupEvents", () => {
  test("one write is one group, and its newest seq stands for it", () => {
    const events = history(
      { op: "trip.updated", groupId: "g", entityId: "trip" },
      { op: "day.deleted", groupId: "g", entityId: "sat" },
      { op: "stop.moved", groupId: "g" },
    );
    const groups = groupEvents(events);
    expect(groups).toHaveLength(1);
    expect(groups[0]?.events.map(({ op }) => op)).toEqual(["trip.updated", "day.deleted", "stop.moved"]);
    expect(groups[0]?.seqs).toEqual([events[0]?.seq]);
  });

  test("stops added in a row read as one deed that takes one undo each", () => {
    const groups = groupEvents(
      history({ op: "stop.created", entityId: "a" }, { op: "stop.created", entityId: "b" }),
    );
    expect(groups).toHaveLength(1);
    expect(groups[0]?.seqs).toHaveLength(2);
    expect(groups[0]?.seqs).toEqual(groups[0]?.seqs.toSorted((a, b) => b - a));
  });

  test("not across people, not after a while, not across kinds", () => {
    expect(
      groupEvents(history({ op: "stop.created" }, { op: "stop.created", actorId: "elina" })),
    ).toHaveLength(2);
    expect(groupEvents(history({ op: "stop.created" }, { op: "stop.created", minute: 11 }))).toHaveLength(2);
    expect(groupEvents(history({ op: "stop.created" }, { op: "stop.updated" }))).toHaveLength(2);
    expect(
      groupEvents(history(time("08:00", "07:30"), { ...time("09:00", "10:00"), entityId: "omen" })),
    ).toHaveLength(2);
  });

  test("whatever somebody edits of one stop within minutes is one line that counts", () => {
    const move: EventInput = {
      op: "stop.moved",
      entity: { dayId: "sun" },
      changes: { dayId: ["sat", "sun"] },
    };
    const notes: EventInput = { op: "stop.updated", changes: { notes: ["a", "b"] } };
    expect(phrases(time("08:00", "07:30"), move, notes)).toMatchObject([
      { key: "fieldsChanged", values: { name: "kiyomizu", fields: "startTime+notes+inPlan", times: 3 } },
    ]);
    expect(groupEvents(history(notes, { ...notes, via: "agent" }))).toHaveLength(2);
  });

  test("edits of one stop join, unless they take each other back", () => {
    expect(groupEvents(history(time("08:00", "07:30"), time("07:30", "07:00")))).toHaveLength(1);
    expect(groupEvents(history(time("08:00", "07:30"), time("07:30", "08:00")))).toHaveLength(2);
  });

  test("several stops that one write moves within a day are told as that", () => {
    const within = { position: ["a0", "a3"] } as EventInput["changes"];
    const from = { dayId: ["sat", "sun"], position: ["a0", "a3"] } as EventInput["changes"];
    expect(phrases(movedTo("gion", within), movedTo("omen", within))).toMatchObject([
      { key: "stopsReordered" },
    ]);
    expect(phrases(movedTo("gion", within), movedTo("omen", from))).toMatchObject([{ key: "stopsMoved" }]);
  });

  test("what only tells clients to reload is no history", () => {
    expect(groupEvents(history({ op: "members.invalidated" }))).toEqual([]);
  });
});

test("netChanges has the first old and the last new value", () => {
  const events = history(time("08:00", "07:30"), time("07:30", "07:00")).toReversed();
  expect(netChanges(events)).toEqual({ startTime: ["08:00", "07:00"] });
});

describe("phraseOf", () => {
  test.each<[EventInput, string, Record<string, unknown>]>([
    [
      time("08:00", "07:30"),
      "fieldChanged",
      { name: "kiyomizu", field: "startTime", from: "08:00", to: "07:30" },
    ],
    [time(null, "07:30"), "fieldSet", { name: "kiyomizu", field: "startTime", to: "07:30" }],
    [
      { op: "stop.updated", changes: { startTime: ["08:00", "07:30"], endTime: ["09:00", "08:30"] } },
      "fieldChanged",
      { name: "kiyomizu", field: "startTime", from: "08:00", to: "07:30" },
    ],
    [
      { op: "stop.updated", changes: { name: ["Temple", "Kiyomizu"] } },
      "renamed",
      { before: "Temple", name: "Kiyomizu" },
    ],
    [
      { op: "stop.updated", changes: { notes: ["a", "b"] } },
      "fieldsChanged",
      { name: "kiyomizu", fields: "notes", times: 1 },
    ],
    [
      { op: "stop.updated", changes: { startTime: ["1", "2"], endTime: ["3", "4"], notes: ["a", "b"] } },
      "fieldsChanged",
      { name: "kiyomizu", fields: "startTime+notes", times: 1 },
    ],
    [{ op: "stop.created", entity: { dayId: null } }, "stopAdded", { name: "kiyomizu", list: "Ideas" }],
    [
      {
        op: "stop.moved",
        entity: { dayId: "sun" },
        changes: { dayId: ["sat", "sun"], position: ["a", "b"] },
      },
      "stopMoved",
      { name: "kiyomizu", list: "sun", from: "sat" },
    ],
    [
      { op: "stop.moved", entity: { dayId: "sun" }, changes: { position: ["a", "b"] } },
      "stopMovedWithin",
      { name: "kiyomizu", list: "sun" },
    ],
    [{ op: "stop.deleted" }, "deleted", { name: "kiyomizu" }],
    [{ op: "vote.set", entity: { value: -1 } }, "votedAgainst", { name: "kiyomizu" }],
    [{ op: "vote.set", entity: { value: 0 } }, "voteTaken", { name: "kiyomizu" }],
    [
      { op: "comment.created", entity: { target: { kind: "stop", id: "omen" } } },
      "commented",
      { name: "omen" },
    ],
    [
      { op: "comment.created", entity: { target: { kind: "trip", id: "t" } } },
      "commented",
      { name: "the trip" },
    ],
    [
      { op: "comment.resolved", entity: { target: { kind: "stop", id: "omen" }, resolvedAt: null } },
      "commentReopened",
      { name: "omen" },
    ],
    [{ op: "member.joined", entity: { id: "m", userId: "jonas" } }, "joined", {}],
    [{ op: "member.left", entity: { id: "m", userId: "elina" } }, "removed", { name: "m" }],
    [
      {
        op: "member.updated",
        entity: { id: "m", userId: "elina", role: "viewer" },
        changes: { role: ["editor", "viewer"] },
      },
      "roleChanged",
      { name: "m", role: "viewer" },
    ],
    [
      { op: "day.updated", entityId: "sun", changes: { title: [null, "Walks"] } },
      "dayTitled",
      { day: "sun", title: "Walks" },
    ],
    [
      { op: "day.updated", entityId: "sun", changes: { notes: [null, "x"] } },
      "fieldsChanged",
      { name: "sun", fields: "notes", times: 1 },
    ],
    [{ op: "trip.updated", changes: { title: ["A", "B"] } }, "tripRenamed", { title: "B" }],
    [
      { op: "trip.updated", changes: { currency: ["EUR", "JPY"] } },
      "fieldChanged",
      { name: "trip", field: "currency", from: "EUR", to: "JPY" },
    ],
  ])("%o", (told, key, values) => {
    expect(phrases(told)).toMatchObject([{ key, values }]);
  });
});

describe("phraseOf a write of many events", () => {
  test("a change of dates is one deed, and says how many stops went to Ideas", () => {
    const trip = { startDate: "2026-11-14", endDate: "2026-11-20" };
    const dates: EventInput = {
      op: "trip.updated",
      groupId: "d",
      entityId: "trip",
      entity: trip,
      changes: { endDate: ["2026-11-21", "2026-11-20"] },
    };
    const moved: EventInput = {
      op: "stop.moved",
      groupId: "d",
      entity: { dayId: null },
      changes: { dayId: ["sat", null] },
    };
    expect(phrases(dates, { op: "day.deleted", groupId: "d", entityId: "sat" }, moved)).toEqual([
      {
        key: "tripDates",
        values: {
          how: "shortened",
          range: "2026-11-14..2026-11-20",
          toIdeas: 1,
          toIdeasNames: "kiyomizu",
          toDays: 0,
          toDaysNames: "",
          bookings: 0,
        },
      },
    ]);
  });

  test("an op of a newer version of the service is counted as another thing", () => {
    const newer = { op: "gift.created", entityId: "a" } as unknown as EventInput;
    expect(phrases(newer)).toEqual([{ key: "manyAdded", values: { what: "1 other" } }]);
  });

  test("several of a kind are counted and named, anything else is counted", () => {
    const added: EventInput[] = [
      { op: "stop.created", entityId: "a" },
      { op: "stop.created", entityId: "b" },
    ];
    expect(phrases(...added)).toEqual([{ key: "stopsAdded", values: { count: 2, names: "a+b" } }]);
    const mixed: EventInput[] = [
      { op: "stop.deleted", groupId: "m", entityId: "a" },
      { op: "stop.created", groupId: "m", entityId: "b" },
    ];
    expect(phrases(...mixed)).toEqual([{ key: "manyChanged", values: { what: "2 stop" } }]);
  });
});

describe("the history of one stop", () => {
  const dates = { op: "trip.updated", groupId: "dates", entityId: "trip" } as const;
  const events = history(
    { op: "stop.created", entityId: "gion" },
    { op: "stop.created" },
    dates,
    { op: "stop.moved", groupId: "dates" },
    { op: "stop.moved", groupId: "dates", entityId: "gion" },
  );
  const about = writesAbout(events, ({ entityId }) => entityId === "kiyomizu");

  test("shows the writes that touched it whole, because undo takes them back whole", () => {
    expect(groupEvents(about).map((group) => group.events.map(({ entityId }) => entityId))).toEqual([
      ["trip", "kiyomizu", "gion"],
      ["kiyomizu"],
    ]);
  });

  test("knows that the oldest loaded write may not be whole", () => {
    const older = events.slice(0, 2);
    const [group] = groupEvents(older);
    expect(group && isGroupIncomplete(group, older, true)).toBe(true);
    expect(group && isGroupIncomplete(group, older, false)).toBe(false);
    expect(group && isGroupIncomplete(group, events, true)).toBe(false);
  });
});
