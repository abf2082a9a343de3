import { describe, expect, test } from "vitest";
import { splitComment, typedMention } from "#app/trips/[tripId]/_discussion/comment-parts.ts";
import { formatDistance, splitMinutes } from "#app/trips/[tripId]/_model/measures.ts";
import { mayOf } from "#app/trips/[tripId]/_base/may.tsx";
import { peopleOf, shortName, watchersByStop } from "#app/trips/[tripId]/_base/people.tsx";
import { writeUrlState, readUrlState } from "#app/trips/[tripId]/_base/view-url.ts";
import type { MemberDto } from "#lib/shared/members.ts";

describe("splitComment", () => {
  const names = ["Jonas", "Jonas Lindqvist", "陈思远"];
  const kinds = (body: string) => splitComment(body, names).map(({ kind, text }) => [kind, text]);

  test("makes out members and addresses, and loses no letter", () => {
    const body = "@Jonas Lindqvist see https://example.org/a?b=c. @陈思远 ok? mail@Jonasson.example";
    expect(kinds(body)).toEqual([
      ["mention", "@Jonas Lindqvist"],
      ["text", " see "],
      ["link", "https://example.org/a?b=c"],
      ["text", ". "],
      ["mention", "@陈思远"],
      ["text", " ok? mail@Jonasson.example"],
    ]);
    expect(
      splitComment(body, names)
        .map(({ text }) => text)
        .join(""),
    ).toBe(body);
  });

  test("a name of a script without spaces needs none around it", () => {
    expect(kinds("你好@陈思远看看")).toEqual([
      ["text", "你好"],
      ["mention", "@陈思远"],
      ["text", "看看"],
    ]);
    expect(kinds("@陈思远ok")[0]).toEqual(["mention", "@陈思远"]);
    expect(kinds("＠Jonas看看")[0]).toEqual(["mention", "＠Jonas"]);
    expect(kinds("@Jonas2")).toEqual([["text", "@Jonas2"]]);
  });

  test("a name may hold any sign, and there may be none", () => {
    expect(splitComment("@A.B (x) ok", ["A.B (x)"])[0]).toEqual({ kind: "mention", text: "@A.B (x)", at: 0 });
    expect(kinds("")).toEqual([]);
    expect(splitComment("@nobody", [])).toEqual([{ kind: "text", text: "@nobody", at: 0 }]);
  });
});

test.each([
  ["@jo", 3, "jo"],
  ["hi @", 4, ""],
  ["hi @jo there", 6, "jo"],
  ["hi @jo there", 12, null],
  ["mail@jo", 7, null],
  ["mail.@jo", 8, null],
  ["你好@陈", 4, "陈"],
  ["ねえ＠jo", 5, "jo"],
  ["(@jo", 4, "jo"],
  ["example.org/@jo", 15, null],
])("typedMention of %s at %i", (text, caret, typed) => {
  expect(typedMention(text, caret)).toBe(typed);
});

test("distances are short and tell no more than is known", () => {
  expect(formatDistance(847, "en")).toBe("850 m");
  expect(formatDistance(996, "en")).toBe("1.0 km");
  expect(formatDistance(3240, "en")).toBe("3.2 km");
  expect(formatDistance(42_300, "en")).toBe("42 km");
  expect(formatDistance(3240, "zh")).toBe("3.2公里");
  expect(formatDistance(250, "en", "imperial")).toBe("820 ft");
  expect(formatDistance(3240, "en", "imperial")).toBe("2.0 mi");
  expect(formatDistance(42_300, "zh", "imperial")).toBe("26英里");
  expect(splitMinutes(80)).toEqual({ hours: 1, minutes: 20 });
});

describe("mayOf", () => {
  const trip = { role: "editor", isDemo: false, archivedAt: null, deletedAt: null } as const;
  const at = "2026-11-01T00:00:00.000Z";
  test.each([
    ["an editor", trip, false, { edit: true, join: true, own: false }],
    ["an owner", { ...trip, role: "owner" as const }, false, { edit: true, join: true, own: true }],
    ["a viewer", { ...trip, role: "viewer" as const }, false, { edit: false, join: true, own: false }],
    [
      "an archived trip's owner",
      { ...trip, role: "owner" as const, archivedAt: at },
      false,
      { edit: false, join: false, own: true },
    ],
    ["a deleted trip's editor", { ...trip, deletedAt: at }, false, { edit: false, join: false, own: false }],
    [
      "the demo",
      { ...trip, role: "viewer" as const, isDemo: true },
      false,
      { edit: false, join: false, own: false },
    ],
    ["someone removed", { ...trip, role: "owner" as const }, true, { edit: false, join: false, own: false }],
    [
      "the owner whom the deletion cut off",
      { ...trip, role: "owner" as const, deletedAt: at },
      true,
      { edit: false, join: false, own: true },
    ],
  ])("%s", (_who, standing, cutOff, may) => {
    expect(mayOf(standing, cutOff)).toMatchObject(may);
  });
});

const member = (id: string, fields: Partial<MemberDto> = {}): MemberDto => ({
  id,
  userId: `user-${id}`,
  hasAccount: true,
  name: `Name ${id}`,
  image: null,
  role: "editor",
  leftAt: null,
  version: 1,
  updatedAt: "2026-11-01T00:00:00.000Z",
  ...fields,
});

const here = (userId: string, stopId: string | null, field: string | null = null) => ({
  userId,
  name: "",
  image: null,
  stopId,
  field,
});

describe("people", () => {
  const people = peopleOf(
    [member("a"), member("b", { leftAt: "2026-11-01T00:00:00.000Z" }), member("c", { userId: null })],
    "user-a",
  );

  test("those who left keep their name and tone, but are not in the trip", () => {
    expect(people.present.map(({ id }) => id)).toEqual(["a", "c"]);
    expect(people.byMember.get("b")?.name).toBe("Name b");
    expect(people.me?.id).toBe("a");
    expect(people.byMember.get("c")?.placeholder).toBe(true);
  });

  test("watchers are the others, by stop, and stay the same while nothing about the stop changes", () => {
    const before = watchersByStop(
      [here("user-b", "s1", "name"), here("user-a", "s1"), here("user-x", "s1")],
      people,
    );
    expect(before.get("s1")?.map(({ person, field }) => [person.id, field])).toEqual([["b", "name"]]);
    const after = watchersByStop([here("user-b", "s1", "name")], people, before);
    expect(after.get("s1")).toBe(before.get("s1"));
    expect(watchersByStop([here("user-b", "s1")], people, before).get("s1")).not.toBe(before.get("s1"));
    expect(watchersByStop([here("user-b", null)], people, before).size).toBe(0);
  });

  test.each([
    ["Aleksandra Wiśniewska-Kowalczyk", "Aleksandra"],
    ["陈思远", "陈思远"],
    ["  Jonas  ", "Jonas"],
  ])("%s is called %s", (name, short) => {
    expect(shortName(name)).toBe(short);
  });
});

test("the view's address is read back, and nonsense in it is the plan", () => {
  const nothing = {
    list: "packing" as const,
    stopId: null,
    reservationId: null,
    expenseId: null,
    talk: false,
    suggestions: false,
    agent: false,
    who: null,
    past: null,
  };
  for (const place of [
    { ...nothing, pane: "plan" },
    { ...nothing, pane: "map", stopId: "x" },
    { ...nothing, pane: "activity" },
    { ...nothing, pane: "map", who: "0199b6a0-7c00-7000-8000-0000000000aa", stopId: "x" },
    { ...nothing, pane: "plan", past: 12 },
    { ...nothing, pane: "lists", talk: true },
    { ...nothing, pane: "lists", list: "links" },
    { ...nothing, pane: "plan", suggestions: true },
    { ...nothing, pane: "bookings", reservationId: "0199b6a0-7c00-7000-8000-000000000002" },
  ] as const) {
    expect(readUrlState(new URLSearchParams(writeUrlState(place)))).toEqual(place);
  }
  expect(readUrlState(new URLSearchParams("view=nonsense"))).toEqual({ ...nothing, pane: "plan" });
  expect(readUrlState(new URLSearchParams("asOf=-1")).past).toBeNull();
  expect(writeUrlState({ ...nothing, pane: "plan" })).toBe("");
});
