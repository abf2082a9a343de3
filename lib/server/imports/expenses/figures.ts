import { currencyExponent, MAX_AMOUNT } from "#lib/shared/money.ts";

/** The character that separates whole units from fractions in a table; the other one separates thousands. */
export type DecimalMark = "." | ",";

/**
 * Number of decimals that are read. Programs that compute with binary fractions write more, which are rounding errors.
 */
const EXACT_DIGITS = 12;
const ONE = 10n ** BigInt(EXACT_DIGITS);

/** A number as it is in a file; it may have more decimals than its currency, because programs divide. */
export interface Figure {
  /** The number in units of 10⁻¹² of the currency's unit. */
  exact: bigint;
  /** The number of digits behind the decimal mark in the file. */
  digits: number;
}

/**
 * Returns the decimal mark of a table's columns: the one that most numbers have before digits that can't be thousands.
 * When no number decides it, the delimiter does: a table whose decimals have commas is not delimited by commas.
 */
export function decimalMarkOf(figures: readonly string[], delimiter: string): DecimalMark | null {
  const [points = 0, commas = 0] = [/\.(?:\d{1,2}|\d{4,})$/, /,(?:\d{1,2}|\d{4,})$/].map(
    (ending) => figures.filter((text) => ending.test(text.trim())).length,
  );
  if (points !== commas) return points > commas ? "." : ",";
  if (points > 0) return null;
  return delimiter === "," ? "." : delimiter === ";" ? "," : null;
}

/**
 * Reads a number.
 * @returns null for a text that is no amount, and for `1.234` when the decimal mark is unknown
 */
export function readFigure(text: string, currency: string, mark: DecimalMark | null): Figure | null {
  const [, sign = "", spaced] = /^([-−+]?)\s*(\d[\d.,\s'’]*)$/.exec(text.trim()) ?? [];
  if (spaced === undefined) return null;
  const figures = spaced.replaceAll(/[\s'’]/g, "");
  const point = mark ?? pointOf(figures, currencyExponent(currency));
  if (point === null) return null;
  const [whole = "", fraction = "", ...more] = figures.split(point);
  if (more.length > 0 || !isGrouped(whole) || !/^\d*$/.test(fraction)) return null;
  const kept = fraction.slice(0, EXACT_DIGITS).padEnd(EXACT_DIGITS, "0");
  const exact = BigInt(whole.replaceAll(/[.,]/g, "")) * ONE + BigInt(kept);
  const isNegative = sign !== "" && sign !== "+";
  return { exact: isNegative ? -exact : exact, digits: fraction.length };
}

/**
 * Guesses the decimal mark from one number alone: a mark that occurs once, and not before three digits, which may be
 * thousands. Without any mark in the number, either one is right.
 */
function pointOf(figures: string, exponent: number): DecimalMark | null {
  const marks = figures.match(/[.,]/g) ?? [];
  const last = marks.at(-1);
  if (last !== "." && last !== ",") return ".";
  const other = last === "." ? "," : ".";
  if (marks.filter((mark) => mark === last).length > 1) return other;
  const behind = figures.length - figures.lastIndexOf(last) - 1;
  if (marks.length > 1 || behind !== 3 || exponent === 3) return last;
  return exponent === 0 ? other : null;
}

function isGrouped(whole: string): boolean {
  return /^(?:\d+|\d{1,3}(?:,\d{3})+|\d{1,3}(?:\.\d{3})+|\d{1,2}(?:,\d{2})+,\d{3})$/.test(whole);
}

/** Returns one minor unit of a currency as a number of 10⁻¹² of the currency's unit. */
export function minorUnit(currency: string): bigint {
  return 10n ** BigInt(EXACT_DIGITS - currencyExponent(currency));
}

/** Converts to minor units; half a unit is rounded away from zero. Returns null above the maximum amount. */
export function toMinor(exact: bigint, currency: string): number | null {
  const unit = minorUnit(currency);
  const size = exact < 0n ? -exact : exact;
  const amount = Number((size * 2n + unit) / (unit * 2n));
  if (amount > MAX_AMOUNT) return null;
  return exact < 0n && amount > 0 ? -amount : amount;
}

/**
 * Returns the maximum error of numbers that were rounded to their own decimals, or to the decimals of their currency
 * when it has more.
 */
export function halfOfLastDigit(currency: string, figures: readonly Figure[]): bigint {
  const digits = Math.max(currencyExponent(currency), ...figures.map((figure) => figure.digits));
  return 10n ** BigInt(Math.max(0, EXACT_DIGITS - digits)) / 2n;
}
