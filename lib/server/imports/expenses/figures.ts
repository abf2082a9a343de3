import { currencyExponent, MAX_AMOUNT } from "#lib/shared/money.ts";
import { readDecimal } from "./decimal.ts";

/** Which mark parts whole units from their fractions in a table; the other one parts its thousands. */
export type DecimalMark = "." | ",";

/**
 * The mark that most figures of these columns have before their last one or two digits; null where none has such a mark, or both
 * as often.
 */
export function decimalMarkOf(figures: readonly string[]): DecimalMark | null {
  const [points, commas] = [/\.\d{1,2}$/, /,\d{1,2}$/].map(
    (ending) => figures.filter((text) => ending.test(text.trim())).length,
  );
  if (points === undefined || commas === undefined || points === commas) return null;
  return points > commas ? "." : ",";
}

/**
 * A figure in minor units, half a unit and more away from zero rounded up. Programs that divide keep more digits than a currency has.
 * @returns null for what is no amount
 */
export function readFigure(text: string, currency: string, mark: DecimalMark | null): number | null {
  if (mark === null) return readDecimal(text, currency);
  const other = mark === "." ? "," : ".";
  const [, sign = "", digits = ""] = /^([-−+]?)\s*(\d[\d.,\s'’]*)$/.exec(text.trim()) ?? [];
  const [whole = "", fraction = "", ...more] = digits
    .replaceAll(/[\s'’]/g, "")
    .replaceAll(other, "")
    .split(mark);
  if (whole === "" || more.length > 0 || !/^\d{0,12}$/.test(fraction)) return null;
  const exponent = currencyExponent(currency);
  const kept = Number(`${whole}${fraction.slice(0, exponent).padEnd(exponent, "0")}`);
  const amount = kept + (Number(fraction.charAt(exponent)) >= 5 ? 1 : 0);
  if (!(amount <= MAX_AMOUNT)) return null;
  return amount === 0 || sign === "" || sign === "+" ? amount : -amount;
}
