import { expect, test } from "vitest";
import * as z from "zod";
import { ISSUE_MESSAGES } from "#lib/server/http/issue-messages.ts";

function wordsFor(schema: z.ZodType, value: unknown): string | undefined {
  return schema.safeParse(value, ISSUE_MESSAGES).error?.issues[0]?.message;
}

test.each<[string, z.ZodType, unknown, string]>([
  ["a text that is missing", z.string(), undefined, "This is missing: send a text."],
  ["a number for a text", z.string(), 1, "Send a text."],
  ["half a whole number", z.int(), 0.5, "Send a whole number."],
  ["a text for true", z.boolean(), "true", "Send true or false."],
  ["a list for an object", z.strictObject({}), [], "Send an object."],
  ["one that is not listed", z.enum(["packing", "todo"]), "shopping", 'Send one of "packing", "todo".'],
  ["another than the only one", z.literal(false), true, "Send false."],
  ["too few", z.number().min(1), 0, "Send at least 1."],
  ["too many", z.number().max(90), 91, "Send at most 90."],
  ["a text that is too short", z.string().min(8), "short", "Send at least 8 characters."],
  ["an empty text", z.string().min(1), "", "Send at least 1 character."],
  ["an empty list", z.array(z.int()).min(1), [], "Send at least 1 entry."],
  ["a list that is too long", z.array(z.int()).max(2), [1, 2, 3], "Send at most 2 entries."],
  ["no id", z.uuid(), "7", "Send a UUID."],
  ["no instant", z.iso.datetime(), "today", "Send an instant such as 2026-11-14T18:40:00Z."],
  [
    "none of several shapes",
    z.union([z.string(), z.int()]),
    true,
    "Send one of the shapes that /api-docs lists.",
  ],
  ["what a schema has words for itself", z.string("Say where."), undefined, "Say where."],
])("says what to send in place of %s", (_what, schema, value, words) => {
  expect(wordsFor(schema, value)).toBe(words);
});
