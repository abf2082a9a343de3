import type * as z from "zod";

type RawIssue = z.core.$ZodRawIssue;

/**
 * Options for zod's `safeParse` of input: the message of an issue says what to send instead, unless the schema has its
 * own message.
 */
export const ISSUE_MESSAGES = { error: issueWords };

function issueWords(issue: RawIssue): string | undefined {
  switch (issue.code) {
    case "invalid_type":
      return issue.input === undefined ? `This is missing: send ${kindOf(issue)}.` : `Send ${kindOf(issue)}.`;
    case "invalid_value":
      return issue.values.length === 1 ? `Send ${listed(issue)}.` : `Send one of ${listed(issue)}.`;
    case "too_small":
      return `Send at least ${amountOf(issue, issue.minimum)}.`;
    case "too_big":
      return `Send at most ${amountOf(issue, issue.maximum)}.`;
    case "invalid_format":
      return FORMATS[issue.format];
    case "invalid_union":
      return "Send one of the shapes that /api-docs lists.";
    default:
      return undefined;
  }
}

const KINDS: Readonly<Record<string, string>> = {
  string: "a text",
  number: "a number",
  int: "a whole number",
  boolean: "true or false",
  array: "a list",
  object: "an object",
  record: "an object",
  null: "null",
};

function kindOf({ expected }: { expected: string }): string {
  return KINDS[expected] ?? expected;
}

const FORMATS: Readonly<Record<string, string>> = {
  uuid: "Send a UUID.",
  email: "Send an e-mail address.",
  datetime: "Send an instant such as 2026-11-14T18:40:00Z.",
  url: "Send an address that starts with https://.",
};

function listed({ values }: { values: readonly unknown[] }): string {
  return values.map((value) => JSON.stringify(value)).join(", ");
}

const UNITS: Readonly<Record<string, string>> = {
  string: "characters",
  array: "entries",
  set: "entries",
  map: "entries",
};

function amountOf({ origin }: { origin: string }, limit: number | bigint): string {
  const unit = UNITS[origin];
  return unit ? `${limit} ${limit === 1 ? SINGULAR[unit] : unit}` : String(limit);
}

const SINGULAR: Readonly<Record<string, string>> = { characters: "character", entries: "entry" };
