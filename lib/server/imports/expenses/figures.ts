import { currencyExponent, MAX_AMOUNT } from "#lib/shared/money.ts";

/** Which mark parts whole units from their fractions in a table; the other one parts its thousands. */
export type DecimalMark = "." | ",";

/** Digits behind the point that are read. Programs that count in binary fractions write more, which say nothing. */
const EXACT_DIGITS = 12;
const ONE = 10n ** BigInt(EXACT_DIGITS);

/** A figure as it stands in a file: programs that divide keep more digits than a currency has. */
export interface Figure {
  /** In 10⁻¹² of the currency's unit. */
  exact: bigint;
  /** How many digits stand behind the point. */
  digits: number;
}

/**
 * The mark that most figures of these columns have before digits that can't be thousands. Where no figure tells, it is the one that
 * goes with what parts the cells: whoever writes decimals with commas parts cells by something else.
 */
export function decimalMarkOf(figures: readonly string[], delimiter: string): DecimalMark | null {
  const [points = 0, commas = 0] = [/\.(?:\d{1,2}|\d{4,})$/, /,(?:\d{1,2}|\d{4,})$/].map(
    (ending) => figures.filter((text) => ending.test(text.trim())).length,
  );
  if (points !== commas) return points > commas ? "." : ",";
  if (points > 0) return null;
  return delimiter === "," ? "." : delimiter === ";" ? "," : null;
}

/** @returns null for what is no amount, and for `1.234` where the mark is unknown */
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

/** Of one figure alone: a mark that stands once, and not before three digits that may be thousands. A mark that is not there will do. */
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

/** How many 10⁻¹² make one minor unit. */
export function minorUnit(currency: string): bigint {
  return 10n ** BigInt(EXACT_DIGITS - currencyExponent(currency));
}

/** In minor units; half a unit goes away from zero. null: more than one sum may be. */
export function toMinor(exact: bigint, currency: string): number | null {
  const unit = minorUnit(currency);
  const size = exact < 0n ? -exact : exact;
  const amount = Number((size * 2n + unit) / (unit * 2n));
  if (amount > MAX_AMOUNT) return null;
  return exact < 0n && amount > 0 ? -amount : amount;
}

/** How far figures may be off that were rounded to the digits that they have, and to no fewer than their currency has. */
export function halfOfLastDigit(currency: string, figures: readonly Figure[]): bigint {
  const digits = Math.max(currencyExponent(currency), ...figures.map((figure) => figure.digits));
  return 10n ** BigInt(Math.max(0, EXACT_DIGITS - digits)) / 2n;
}
