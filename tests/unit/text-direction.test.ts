import fc from "fast-check";
import { describe, expect, test } from "vitest";
import type * as z from "zod";
import { AttachmentName } from "#lib/shared/attachments.ts";
import { DayPatch } from "#lib/shared/days.ts";
import { NewDecision } from "#lib/shared/decisions.ts";
import { DisplayName } from "#lib/shared/display-name.ts";
import { ExpensePatch } from "#lib/shared/expenses.ts";
import { lineField } from "#lib/shared/fields.ts";
import { NewInvite } from "#lib/shared/invites.ts";
import { NewItem } from "#lib/shared/items.ts";
import { NewPlaceholder } from "#lib/shared/members.ts";
import { NewReservation } from "#lib/shared/reservations.ts";
import { StopPatch } from "#lib/shared/stops.ts";
import { removeDirectionOverrides, keepsDirection } from "#lib/shared/text-direction.ts";
import { TripPatch } from "#lib/shared/trips.ts";
import { normalizeEmail } from "#lib/shared/typed-sign-in.ts";

const [LRM, RLM, ALM] = ["\u200e", "\u200f", "\u061c"];
const [LRE, RLE, PDF, LRO, RLO] = ["\u202a", "\u202b", "\u202c", "\u202d", "\u202e"];
const [LRI, RLI, FSI, PDI] = ["\u2066", "\u2067", "\u2068", "\u2069"];

describe("a text among others", () => {
  test.each([
    ["what has no marks", "Castle", "Castle"],
    ["an override, closed or not", `${RLO}elbat${PDF} a${RLO}b`, "elbat ab"],
    ["embeddings", `${LRE}a${PDF}${RLE}b${PDF}`, "ab"],
    ["a left-to-right override", `${LRO}שלום`, "שלום"],
    [
      "single marks of right-to-left texts",
      `${RLM}רות (2)${LRM} ${ALM}ليلى`,
      `${RLM}רות (2)${LRM} ${ALM}ليلى`,
    ],
    ["isolates that are closed", `a ${RLI}שלום${PDI} ${FSI}b${PDI}`, `a ${RLI}שלום${PDI} ${FSI}b${PDI}`],
    ["isolates in isolates", `${RLI}א ${LRI}b${PDI} ג${PDI}`, `${RLI}א ${LRI}b${PDI} ג${PDI}`],
    ["one that stays open", `${RLI}a ${LRI}b${PDI}`, `a ${LRI}b${PDI}`],
    ["an end without a beginning", `a${PDI} ${LRI}b${PDI}${PDI}`, `a ${LRI}b${PDI}`],
    ["the end before the beginning", `${PDI}a${RLI}`, "a"],
    ["an override in an isolate", `${RLI}${RLO}a${PDI}`, `${RLI}a${PDI}`],
  ])("%s", (_, text, kept) => {
    expect(removeDirectionOverrides(text)).toBe(kept);
    expect(keepsDirection(text)).toBe(text === kept);
  });

  const marks = [LRM, RLM, ALM, LRE, RLE, PDF, LRO, RLO, LRI, RLI, FSI, PDI] as string[];
  const text = fc
    .array(fc.oneof(fc.constantFrom(...marks), fc.constantFrom("a", "ש", " ", "7", "🙂")), { maxLength: 30 })
    .map((parts) => parts.join(""));

  test("is cleaned once for all, loses nothing that shows, and opens nothing that it does not close", () => {
    fc.assert(
      fc.property(text, (typed) => {
        const kept = removeDirectionOverrides(typed);
        expect(removeDirectionOverrides(kept)).toBe(kept);
        expect(kept.replaceAll(/\p{Bidi_Control}/gu, "")).toBe(typed.replaceAll(/\p{Bidi_Control}/gu, ""));
        expect(kept).not.toMatch(/[\u202a-\u202e]/);
        let depth = 0;
        for (const mark of kept) {
          if (/[\u2066-\u2068]/.test(mark)) depth += 1;
          else if (mark === PDI) depth -= 1;
          expect(depth).toBeGreaterThanOrEqual(0);
        }
        expect(depth).toBe(0);
      }),
    );
  });

  test("has the same outcome wherever a line is taken, and a name is refused where it would be changed", () => {
    fc.assert(
      fc.property(text, (typed) => {
        const taken = lineField(60).safeParse(typed);
        if (taken.success) expect(taken.data).toBe(removeDirectionOverrides(typed).trim());
        const named = DisplayName.safeParse(typed);
        if (named.success) expect(named.data).toBe(removeDirectionOverrides(typed.trim()));
      }),
    );
  });
});

const TURNING = `${RLO}gnp.eltsac${LRI}`;
const CLEAN = "gnp.eltsac";

test.each([
  ["a trip's title", TripPatch, { title: TURNING }, { title: CLEAN }],
  ["a day's title", DayPatch, { title: TURNING }, { title: CLEAN }],
  ["a stop's name", StopPatch, { name: TURNING }, { name: CLEAN }],
  ["a booking's title", NewReservation, { kind: "other", title: TURNING }, { title: CLEAN }],
  ["an item", NewItem, { list: "todo", text: TURNING, section: TURNING }, { text: CLEAN, section: CLEAN }],
  ["a question", NewDecision, { title: TURNING, candidates: [] }, { title: CLEAN }],
] as const)("%s is taken without what turns others", (_, schema, typed, taken) => {
  expect((schema as z.ZodType).parse(typed)).toMatchObject(taken);
});

const BILL = {
  amount: 100,
  currency: "EUR",
  payers: [{ memberId: "01900000-0000-7000-8000-000000000001", amount: 100 }],
  split: {
    mode: "items",
    parts: [],
    items: [{ name: "\u200b", amount: 100, memberIds: ["01900000-0000-7000-8000-000000000001"] }],
  },
};

test.each([
  ["a placeholder's name", NewPlaceholder, { name: TURNING }],
  ["a name of nothing to see", NewPlaceholder, { name: "\u200b\u3164" }],
  ["a file's name", AttachmentName, TURNING],
  ["a trip's title of nothing to see", TripPatch, { title: "\u3164" }],
  ["a destination of nothing to see", TripPatch, { destination: { name: "\u200b" } }],
  ["a day's title of nothing to see", DayPatch, { title: "\u200b \u2060" }],
  ["a stop of nothing to see", StopPatch, { name: "\u200b" }],
  ["a booking of nothing to see", NewReservation, { kind: "other", title: "\u2800" }],
  ["a booking from nothing to see", NewReservation, { kind: "bus", title: "A", from: { name: "\u200d" } }],
  ["an item of nothing to see", NewItem, { list: "todo", text: "\ufeff\u200b" }],
  ["a heading of nothing to see", NewItem, { list: "todo", text: "A", section: "\u2060" }],
  ["a question of nothing to see", NewDecision, { title: "\u200b", candidates: [] }],
  ["an expense of nothing to see", ExpensePatch, { title: "\u115f" }],
  ["a line of a bill of nothing to see", ExpensePatch, { money: BILL }],
] as const)("%s is refused", (_, schema, typed) => {
  expect((schema as z.ZodType).safeParse(typed).error?.issues[0]?.message).toMatch(/^(Remove|Fill)/);
});

test.each([
  ["Bob@Example.test", "bob@example.test"],
  ["Ｂob＠example。test ", "bob@example.test"],
  ["\u200fbob@example.test\u200b", "bob@example.test"],
])("an invite for %j is for %s, as the address signs in", (typed, email) => {
  expect(NewInvite.parse({ role: "editor", email: typed })).toMatchObject({ email });
  expect(normalizeEmail(typed)).toBe(email);
});

test.each(["bob", "bob@", "@example.test", `${"b".repeat(250)}@example.test`])(
  "an invite for %j is refused",
  (email) => {
    expect(NewInvite.safeParse({ role: "editor", email }).success).toBe(false);
  },
);
