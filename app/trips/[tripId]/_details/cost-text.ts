import { currencyExponent, MAX_AMOUNT, type MoneyValue, parseAmount } from "#lib/shared/money.ts";
import { currencyOf } from "./currency-signs.ts";

/** The amount as one edits it: "3500", "12.50". */
export function amountText({ amount, currency }: MoneyValue): string {
  const exponent = currencyExponent(currency);
  if (amount % 10 ** exponent === 0) return String(amount / 10 ** exponent);
  return (amount / 10 ** exponent).toFixed(exponent);
}

export type CostReading =
  | { kind: "cost"; cost: MoneyValue }
  /** It is no sum of money, or one that can be read in two ways. */
  | { kind: "noSum" }
  /** The sum is clear, its currency is not: `unit` is what was written, `example` how it is clear. */
  | { kind: "whichCurrency"; unit: string; example: string };

/**
 * Reads "3500", "1 234,50 €", "USD 20" or "HK$100"; without a sign it is in `currency`, which also decides what a sign of
 * several currencies means. What is not certain is not read.
 */
export function readCost(text: string, currency: string): CostReading {
  const match = /^(\D*)(\d(?:[\d.,' ]*\d)?)[.,]?(\D*)$/.exec(plainText(text));
  // "12²" and "12½" would be other numbers once they are plain.
  if (!match || /\p{No}/u.test(text)) return { kind: "noSum" };
  const [, before = "", figures = "", after = ""] = match;
  const found = currencyOf(before, after, currency);
  if (found.code === null) {
    const unit = `${before.trim()} ${after.trim()}`.trim();
    // A sign of minus, a plus or a range is a matter of the sum.
    if (!/[\p{L}\p{Sc}]/u.test(unit)) return { kind: "noSum" };
    return { kind: "whichCurrency", unit, example: `${figures} ${found.guess}` };
  }
  const plain = plainFigures(figures, currencyExponent(found.code));
  const amount = plain === null ? null : parseAmount(plain, found.code);
  return amount === null ? { kind: "noSum" } : { kind: "cost", cost: { amount, currency: found.code } };
}

/** Full-width figures and signs, and the many spaces and apostrophes between thousands, as plain ones. */
export function plainText(text: string): string {
  return text
    .normalize("NFKC")
    .replaceAll(/[’‘ʼ`´]/g, "'")
    .replaceAll(/[\s\p{Cf}]+/gu, " ")
    .trim();
}

const ONE_MARK = /^(\d+)(?:([.,])(\d+))?$/;
const THOUSANDS = /^(\d{1,3}(?:([ ',.])\d{3})(?:\2\d{3})*)(?:([.,])(\d+))?$/;
/** As in India: 12,34,567. */
const LAKHS = /^(\d{1,2}(?:,\d{2})+,\d{3})(?:\.(\d+))?$/;

/** The figures with a point before the fraction and nothing else; null when it may as well be another number. */
export function plainFigures(figures: string, exponent: number): string | null {
  const simple = ONE_MARK.exec(figures);
  if (simple) return oneMark(simple, exponent);
  const [, whole, separator, mark, fraction = ""] = THOUSANDS.exec(figures) ?? [];
  if (whole !== undefined && mark !== separator) return joined(whole, fraction);
  const [, lakhs, rest = ""] = LAKHS.exec(figures) ?? [];
  return lakhs === undefined ? null : joined(lakhs, rest);
}

function oneMark([, whole = "", mark, fraction = ""]: RegExpExecArray, exponent: number): string | null {
  const likeThousands = fraction.length === 3 && whole.length <= 3 && !whole.startsWith("0");
  if (mark !== "," || !likeThousands) return joined(whole, fraction);
  // "1,234" is one thousand here, but 1.234 dinars where those are spent.
  return exponent >= 3 ? null : joined(`${whole}${fraction}`, "");
}

function joined(whole: string, fraction: string): string {
  return `${whole.replaceAll(/\D/g, "")}${fraction === "" ? "" : `.${fraction}`}`;
}

/**
 * The same figures in another currency: 12.50 USD are 12.50 EUR, and 13 JPY, rounded half up to what that currency has.
 * null when that is more than any sum may be.
 */
export function inCurrency({ amount, currency }: MoneyValue, to: string): MoneyValue | null {
  const more = currencyExponent(to) - currencyExponent(currency);
  // Whole numbers throughout: a half is exact in a double, too.
  const moved = more >= 0 ? amount * 10 ** more : Math.floor(amount / 10 ** -more + 0.5);
  return moved <= MAX_AMOUNT ? { amount: moved, currency: to } : null;
}

/** What to count from when the currency changes again: the sum of before, as long as `now` is still made of it. */
export function startOfChange(from: MoneyValue, now: MoneyValue): MoneyValue {
  return inCurrency(from, now.currency)?.amount === now.amount ? from : now;
}

/** Whether the change of currency took something from the figures. */
export function isRounded(from: MoneyValue, now: MoneyValue): boolean {
  return inCurrency(now, from.currency)?.amount !== from.amount;
}
