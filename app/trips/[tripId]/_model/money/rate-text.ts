import { isRateValue } from "#lib/shared/rates.ts";
import { normalizeCalculation } from "./calculator.ts";

/** Problems of a typed rate. "15,900" is ambiguous: the comma may separate thousands or the fraction. */
export type RateProblem = "noRate" | "ambiguousRate";

export type RateReading =
  | { kind: "empty" }
  /** The typed rate as decimal digits, in the format of `isRateValue`. */
  | { kind: "rate"; value: string }
  /** The input is no rate, or it is ambiguous; `text` is the normalized input. */
  | { kind: "wrong"; problem: RateProblem; text: string };

const TWO_WAYS = /^[1-9]\d{0,2},\d{3}$/;
/** Matches commas between thousands where a point or a second comma makes their meaning clear. */
const WITH_THOUSANDS = /^[1-9]\d{0,2}(?:(?:,\d{3})+\.\d+|(?:,\d{3}){2,})$/;

/** Reads "171.4", "171,4", "１７１．4" or "15,900.50". A point always separates the fraction. */
export function readRate(typed: string): RateReading {
  const text = normalizeCalculation(typed).replaceAll(" ", "");
  if (text === "") return { kind: "empty" };
  if (TWO_WAYS.test(text)) return { kind: "wrong", problem: "ambiguousRate", text };
  const value = WITH_THOUSANDS.test(text) ? text.replaceAll(",", "") : text.replace(/^(\d+),(\d+)$/, "$1.$2");
  return isRateValue(value) ? { kind: "rate", value } : { kind: "wrong", problem: "noRate", text };
}
