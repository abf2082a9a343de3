import * as z from "zod";
import { isCalendarDate, isTimeZone } from "./dates.ts";
import { isCurrency, MAX_AMOUNT } from "./money.ts";

/* Control characters are refused, not stripped: what a person typed is stored as typed or not at all. */
const LINE_BREAKS = new Set([0x0a, 0x0d, 0x2028, 0x2029]);
const ALLOWED_IN_PARAGRAPHS = new Set([0x09, 0x0a]);

function isControl(code: number): boolean {
  return code < 0x20 || (code >= 0x7f && code <= 0x9f);
}

function codesOf(text: string): number[] {
  return Array.from(text, (char) => char.codePointAt(0) ?? 0);
}

function isOneLine(text: string): boolean {
  return codesOf(text).every((code) => !isControl(code) && !LINE_BREAKS.has(code));
}

function isPlainText(text: string): boolean {
  return codesOf(text).every((code) => !isControl(code) || ALLOWED_IN_PARAGRAPHS.has(code));
}

/* A lone surrogate can't be stored as UTF-8. */
const isWellFormed = (text: string) => text.isWellFormed();

/** One line of text, trimmed, 1 to `max` Unicode characters (code points). */
export function line(max: number) {
  return z
    .string()
    .trim()
    .min(1, "Fill this in.")
    .max(max, `At most ${max} characters.`)
    .refine(isOneLine, "Remove line breaks and control characters.")
    .refine(isWellFormed, "This text has a broken character.");
}

/** Text of several lines, trimmed, up to `max` Unicode characters (code points); may be empty. */
export function paragraph(max: number) {
  return z
    .string()
    .trim()
    .max(max, `At most ${max} characters.`)
    .refine(isPlainText, "Remove control characters.")
    .refine(isWellFormed, "This text has a broken character.");
}

/** Always in lower case: ids are compared as texts, here, in clients and in the rooms. */
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
  .meta({ examples: ["Asia/Tokyo"] });

export const Currency = z
  .string()
  .regex(/^[A-Z]{3}$/, "Use a currency code such as JPY.")
  .refine(isCurrency, "This is no ISO 4217 currency.")
  .meta({ examples: ["JPY"] });

export const Instant = z.iso.datetime().meta({ description: "ISO 8601, UTC" });

export const CountryCode = z.string().regex(/^[A-Z]{2}$/, "Use a two-letter country code.");

export const Latitude = z.number().min(-90).max(90);
export const Longitude = z.number().min(-180).max(180);

export const WebUrl = z
  .string()
  .trim()
  .max(2000, "At most 2000 characters.")
  .refine(isWebUrl, "Use an address that starts with http:// or https://.");

function isWebUrl(text: string): boolean {
  if (!isOneLine(text) || !URL.canParse(text)) return false;
  const { protocol, username, password } = new URL(text);
  return (protocol === "https:" || protocol === "http:") && username === "" && password === "";
}

export const Money = z.strictObject({
  amount: z.int().min(0).max(MAX_AMOUNT).meta({ description: "minor units of the currency" }),
  currency: Currency,
});
export type Money = z.infer<typeof Money>;

/** Refuses `{}`: a PATCH that changes nothing is a client's mistake. */
export function atLeastOneField(value: object): boolean {
  return Object.values(value).some((field) => field !== undefined);
}
export const AT_LEAST_ONE_FIELD = "Send at least one field to change.";
