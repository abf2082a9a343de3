import { describe, expect, test } from "vitest";
import { TripEvent } from "#lib/shared/events.ts";
import type { EventInput } from "./history-events.ts";
import { historyRows } from "./history-rows.ts";

const target = { kind: "stop", id: "omen" };
const line = { op: "stops.update", input: {}, before: null };
const suggestion = {
  memberId: "Bob",
  note: null,
  answer: null,
  status: "partly",
  lines: [
    { ...line, isAccepted: true },
    { ...line, isAccepted: true },
    { ...line, isAccepted: false },
  ],
};

/** The fields that the texts of each kind of event need, if more than a name. */
const ENTITIES: Record<string, object> = {
  trip: { startDate: null, endDate: null },
  stop: { dayId: "Sat" },
  vote: { memberId: "m", value: 1 },
  comment: { target, body: "See you there", resolvedAt: "2026-11-01T12:00:00Z" },
  attachment: { target },
  decision: { winnerId: "Nara" },
  suggestion,
  expense: { money: { amount: 5400, currency: "JPY" } },
  settlement: { from: "Tom", to: "Ana", amount: 5000, currency: "JPY" },
  item: { list: "packing", section: null, ownerId: null },
  member: { userId: null, name: "Grandma", role: "viewer", leftAt: null },
};
const CHANGES: Record<string, [unknown, unknown]> = { notes: ["a", "b"] };
/** Events that are only for the room; the history never shows them. */
const SILENT = new Set(["members.invalidated"]);
const OPS = TripEvent.options.map(({ shape }) => shape.op.value).filter((op) => op !== "redacted");

describe.each(["en", "zh"] as const)("in %s", (language) => {
  test.each(OPS)("%s has words", (op) => {
    const kind = op.slice(0, op.indexOf("."));
    const told: EventInput = { op, entity: ENTITIES[kind] ?? {} };
    if (op.endsWith(".updated")) told.changes = CHANGES;
    const said = historyRows(language, told);
    expect(said).toHaveLength(SILENT.has(op) ? 0 : 1);
    for (const text of said) {
      expect(text).not.toMatch(/[{}<>]|undefined|null|says\./);
      expect(text).not.toMatch(/^(?:Jonas)?\s*$/);
    }
  });
});

test("no two kinds of events read alike, so that none falls back to another's words", () => {
  const alike = OPS.filter((op) =>
    /^(?:trip|vote|comment|attachment|decision|suggestion|settlement)\./.test(op),
  );
  const texts = alike.map((op) => {
    const kind = op.slice(0, op.indexOf("."));
    return historyRows("en", {
      op,
      entity: ENTITIES[kind] ?? {},
      ...(op.endsWith(".updated") ? { changes: CHANGES } : {}),
    })[0];
  });
  expect(new Set(texts).size).toBe(texts.length);
});

const closing: EventInput[] = [
  { op: "stop.moved", groupId: "c", entityId: "Nara", entity: { dayId: "Sat" } },
  { op: "stop.moved", groupId: "c", entityId: "Uji", entity: { dayId: null } },
  { op: "stop.moved", groupId: "c", entityId: "Nijo", entity: { dayId: null } },
  { op: "decision.closed", groupId: "c", entityId: "Day trip", entity: { winnerId: "Nara" } },
];
const taking: EventInput[] = [
  { op: "stop.updated", groupId: "t", changes: { cost: [null, "¥500"] } },
  { op: "suggestion.answered", groupId: "t", entityId: "s", entity: suggestion },
];
const shortening: EventInput[] = [
  {
    op: "trip.updated",
    groupId: "d",
    entity: { startDate: "2026-11-14", endDate: "2026-11-19" },
    changes: { endDate: ["2026-11-21", "2026-11-19"] },
  },
  { op: "day.deleted", groupId: "d", entityId: "Sat" },
  {
    op: "stop.moved",
    groupId: "d",
    entityId: "Gion",
    entity: { dayId: null },
    changes: { dayId: ["Sat", null] },
  },
  {
    op: "stop.moved",
    groupId: "d",
    entityId: "Omen",
    entity: { dayId: null },
    changes: { dayId: ["Sat", null] },
  },
];
const member = (userId: string | null, entity: object = {}) => ({
  id: "m",
  userId,
  name: "Mika",
  role: "guest",
  ...entity,
});

describe("sentences", () => {
  test.each<[string, EventInput[], string, string]>([
    [
      "a closed vote",
      closing,
      "Jonas closed “Day trip”: Nara won, 3 votes, and is on Sat; Uji+Nijo went back to Ideas",
      "Jonas结束了“Day trip”：Nara胜出，3 票，排在Sat；Uji+Nijo回到想法",
    ],
    [
      "a suggestion",
      taking,
      "Jonas took 2 of 3 changes Bob suggested",
      "Jonas采纳了Bob建议的 3 处修改中的 2 处",
    ],
    [
      "a shorter trip",
      shortening,
      "Jonas shortened the trip to 2026-11-14..2026-11-19; 2 stops went to Ideas: Gion+Omen",
      "Jonas将行程缩短为2026-11-14..2026-11-19；2 站移到想法：Gion+Omen",
    ],
    [
      "both ends of a booking",
      [{ op: "reservation.updated", entityId: "AY 67", changes: { start: ["a", "b"], end: ["c", "d"] } }],
      "Jonas changed start of AY 67 from a to b",
      "Jonas将AY 67的start从a改为b",
    ],
    [
      "a value that is gone",
      [{ op: "reservation.updated", entityId: "AY 67", changes: { confirmation: ["X7K2QF", null] } }],
      "Jonas removed confirmation of AY 67, which was X7K2QF",
      "Jonas清除了AY 67的confirmation，原为X7K2QF",
    ],
    [
      "things ticked off",
      ["Passport", "Socks"].map((entityId) => ({
        op: "item.updated",
        entityId,
        changes: { doneAt: [null, "x"] },
      })),
      "Jonas ticked off 2 things: Passport+Socks",
      "Jonas勾选了 2 项：Passport+Socks",
    ],
    [
      "a task that somebody gets",
      [{ op: "item.updated", entityId: "Visa", changes: { assigneeId: [null, "Mika"] } }],
      "Jonas gave Visa to Mika",
      "Jonas将Visa交给Mika",
    ],
    [
      "what was one's own",
      [{ op: "item.updated", entityId: "Visa", changes: { ownerId: ["jonas", null] } }],
      "Jonas shared Visa with everyone",
      "Jonas将Visa与大家共享",
    ],
    [
      "a guest",
      [{ op: "member.joined", entity: member("jonas") }],
      "Jonas joined as a guest",
      "Jonas以访客身份加入",
    ],
    [
      "who has no account",
      [{ op: "member.joined", entityId: "Oma", entity: { ...member(null), id: "Oma" } }],
      "Jonas added Oma, who has no account",
      "Jonas添加了没有账户的Oma",
    ],
    [
      "a handed over trip",
      [
        {
          op: "member.updated",
          groupId: "o",
          entityId: "Mika",
          entity: member("mika", { role: "owner" }),
          changes: { role: ["editor", "owner"] },
        },
        {
          op: "member.updated",
          groupId: "o",
          entityId: "j",
          entity: member("jonas", { role: "editor" }),
          changes: { role: ["owner", "editor"] },
        },
      ],
      "Jonas handed the trip over to Mika",
      "Jonas将行程移交给Mika",
    ],
    [
      "many things at once",
      [
        { op: "stop.created", groupId: "i", entityId: "a" },
        { op: "stop.created", groupId: "i", entityId: "b" },
        { op: "reservation.created", groupId: "i", entityId: "c" },
      ],
      "Jonas added 2 stop+1 reservation",
      "Jonas添加了2 stop+1 reservation",
    ],
  ])("%s", (_name, told, english, chinese) => {
    expect(historyRows("en", ...told)).toEqual([english]);
    expect(historyRows("zh", ...told)).toEqual([chinese]);
  });

  test.each([
    [
      "shifted",
      { startDate: ["2026-11-13", "2026-11-14"], endDate: ["2026-11-18", "2026-11-19"] },
      "moved the trip to",
    ],
    ["extended", { endDate: ["2026-11-17", "2026-11-19"] }, "extended the trip to"],
    ["first set", { startDate: [null, "2026-11-14"], endDate: [null, "2026-11-19"] }, "set the dates to"],
  ] as const)("dates that are %s", (_how, changes, words) => {
    const entity = { startDate: "2026-11-14", endDate: "2026-11-19" };
    const told = { op: "trip.updated", entity, changes: structuredClone(changes) as unknown } as EventInput;
    expect(historyRows("en", told)[0]).toContain(words);
  });
});
