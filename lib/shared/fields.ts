import * as z from "zod";
import { isCalendarDate, isTimeZone } from "./dates.ts";
import { isCurrency, MAX_AMOUNT } from "./money.ts";
import { isOneLine, isPlainText, isInvisibleText } from "./plain-text.ts";
import { removeDirectionOverrides } from "./text-direction.ts";
import { isWebUrl, MAX_WEB_URL } from "./web-url.ts";
import { spelledZone } from "./zone-names.ts";

/* A lone surrogate can't be stored as UTF-8. */
const isWellFormed = (text: string) => text.isWellFormed();

/**
 * One line of text, trimmed, 1 to `max` Unicode characters (code points). Characters that reverse the direction of text
 * around them are removed: nobody types them on purpose.
 */
export function lineField(max: number) {
  return asLine(z.string().overwrite(removeDirectionOverrides), max);
}

export const VISIBLE_TEXT_MESSAGE = "Fill this in with characters that can be seen.";

/** A {@link lineField} that names something, such as a title. At least one of its characters must be visible. */
export function labelField(max: number) {
  // An empty text already has an issue of its own.
  return lineField(max).refine((text) => text === "" || !isInvisibleText(text), VISIBLE_TEXT_MESSAGE);
}

/**
 * A line in which characters that reverse the direction of text around them are refused and not removed; see
 * `keepsDirection`.
 */
export function strictLineField(max: number) {
  return asLine(z.string(), max);
}

function asLine(text: z.ZodString, max: number) {
  return text
    .trim()
    .min(1, "Fill this in.")
    .max(max, `At most ${max} characters.`)
    .refine(isOneLine, "Remove line breaks and control characters.")
    .refine(isWellFormed, "This text has a broken character.");
}

/** Text of several lines, trimmed, up to `max` Unicode characters (code points); may be empty. */
export function paragraphField(max: number) {
  return z
    .string()
    .trim()
    .max(max, `At most ${max} characters.`)
    .refine(isPlainText, "Remove control characters.")
    .refine(isWellFormed, "This text has a broken character.");
}

/** An id, always in lower case: ids are compared as texts, here, in clients and in the rooms. */
export const Id = z.uuid().toLowerCase().meta({ description: "UUID; new ones are version 7" });

/** Client-made ids must be version 7, so that they sort by time like the server's own. */
export const NewId = z.uuid({ version: "v7", error: "Use a UUID of version 7." }).toLowerCase();

export const CalendarDate = z
  .string()
  .max(10)
  .refine(isCalendarDate, "Use an existing date as YYYY-MM-DD.")
  .meta({ format: "date", examples: ["2026-11-14"] });

export const WallTime = z
  .string()
  .regex(/^([01]\d|2[0-3]):[0-5]\d$/, "Use a time as HH:mm.")
  .meta({ examples: ["07:30"] });

export const TimeZone = z
  .string()
  .max(64)
  .refine(isTimeZone, "Use an IANA time zone such as Asia/Tokyo.")
  .overwrite(spelledZone)
  .meta({ examples: ["Asia/Tokyo"] });

export const Currency = z
  .string()
  .regex(/^[A-Z]{3}$/, "Use a currency code such as JPY.")
  .refine(isCurrency, "This is no ISO 4217 currency.")
  .meta({ examples: ["JPY"] });

export const Instant = z.iso.datetime().meta({ description: "ISO 8601, UTC" });

/**
 * The last year of instants that clients may send: PostgreSQL accepts years that a text with four digits can't hold.
 */
export const LAST_YEAR = 2999;

export const CountryCode = z.string().regex(/^[A-Z]{2}$/, "Use a two-letter country code.");

export const Latitude = z.number().min(-90).max(90);
export const Longitude = z.number().min(-180).max(180);

export const WebUrl = z
  .string()
  .trim()
  .max(MAX_WEB_URL, `At most ${MAX_WEB_URL} characters.`)
  .refine(isWebUrl, "Use an address that starts with http:// or https://.");

export const Money = z.strictObject({
  amount: z.int().min(0).max(MAX_AMOUNT).meta({ description: "minor units of the currency" }),
  currency: Currency,
});
export type Money = z.infer<typeof Money>;

/** The fields that a stop and a reservation share, as clients send them. */
export const newPlanFields = {
  notes: paragraphField(10_000).nullable().optional(),
  url: WebUrl.nullable().optional(),
  cost: Money.nullable().optional(),
  participants: z
    .array(Id)
    .max(100)
    .nullable()
    .optional()
    .meta({ description: "member ids; null: everyone" }),
};

/** The fields that a stop and a reservation share, as the API answers with them. */
export const planFields = {
  notes: z.string().nullable(),
  url: z.string().nullable(),
  cost: Money.nullable(),
  participants: z.array(Id).nullable(),
};

/** The fields of every row that can be deleted and restored. */
export const rowFields = {
  deletedAt: Instant.nullable(),
  version: z.int(),
  createdAt: Instant,
  updatedAt: Instant,
};

/** Refuses `{}`: a PATCH that changes nothing is a client's mistake. */
export function atLeastOneField(value: object): boolean {
  return Object.values(value).some((field) => field !== undefined);
}
export const AT_LEAST_ONE_FIELD = "Send at least one field to change.";
