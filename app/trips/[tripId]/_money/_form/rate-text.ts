import { isRateValue } from "#lib/shared/rates.ts";
import { plainSum } from "./calculator.ts";

/** A rate with one mark may have it between thousands: "15,900" is fifteen thousand to some, and not quite 16 to others. */
export type RateProblem = "noRate" | "ambiguousRate";

export type RateReading =
  | { kind: "empty" }
  /** Decimal digits, as `isRateValue` takes them. */
  | { kind: "rate"; value: string }
  /** `text` is what was typed, in plain figures. */
  | { kind: "wrong"; problem: RateProblem; text: string };

const TWO_WAYS = /^[1-9]\d{0,2},\d{3}$/;
/** Commas between thousands where a point or another comma tells them from one before the fraction. */
const WITH_THOUSANDS = /^[1-9]\d{0,2}(?:(?:,\d{3})+\.\d+|(?:,\d{3}){2,})$/;

/** Reads "171.4", "171,4", "１７１．4" or "15,900.50". A point is always one before the fraction. */
export function readRate(typed: string): RateReading {
  const text = plainSum(typed).replaceAll(" ", "");
  if (text === "") return { kind: "empty" };
  if (TWO_WAYS.test(text)) return { kind: "wrong", problem: "ambiguousRate", text };
  const value = WITH_THOUSANDS.test(text) ? text.replaceAll(",", "") : text.replace(/^(\d+),(\d+)$/, "$1.$2");
  return isRateValue(value) ? { kind: "rate", value } : { kind: "wrong", problem: "noRate", text };
}
