import { currencyExponent, MAX_AMOUNT, type MoneyValue, parseAmount } from "#lib/shared/money.ts";
import { currencyOf } from "./currency-signs.ts";

/** Returns the amount as text to edit: "3500" or "12.50". */
export function amountText({ amount, currency }: MoneyValue): string {
  const exponent = currencyExponent(currency);
  if (amount % 10 ** exponent === 0) return String(amount / 10 ** exponent);
  return (amount / 10 ** exponent).toFixed(exponent);
}

export type CostReading =
  | { kind: "cost"; cost: MoneyValue }
  /** The text is no amount, or it is ambiguous. */
  | { kind: "noSum" }
  /** The amount is clear but its currency is not: `unit` is what was typed, `example` is an unambiguous text. */
  | { kind: "whichCurrency"; unit: string; example: string };

/**
 * Parses "3500", "1 234,50 €", "USD 20" or "HK$100". A text without a currency is in `currency`, which also decides
 * between the currencies that share a sign. An ambiguous text is not accepted.
 */
export function readCost(text: string, currency: string): CostReading {
  const match = /^(\D*)(\d(?:[\d.,' ]*\d)?)[.,]?(\D*)$/.exec(normalizeAmountText(text));
  // A text such as "12²" or "12½" is not accepted, because the normalization would turn it into another number.
  if (!match || /\p{No}/u.test(text)) return { kind: "noSum" };
  const [, before = "", figures = "", after = ""] = match;
  const found = currencyOf(before, after, currency);
  if (found.code === null) {
    const unit = `${before.trim()} ${after.trim()}`.trim();
    // A unit that is only a minus, a plus or a range sign concerns the amount and not the currency, so the text is no
    // amount.
    if (!/[\p{L}\p{Sc}]/u.test(unit)) return { kind: "noSum" };
    return { kind: "whichCurrency", unit, example: `${figures} ${found.guess}` };
  }
  const plain = normalizeDigits(figures, currencyExponent(found.code));
  const amount = plain === null ? null : parseAmount(plain, found.code);
  return amount === null ? { kind: "noSum" } : { kind: "cost", cost: { amount, currency: found.code } };
}

/** Normalizes full-width characters and the various spaces and apostrophes between thousands to plain ones. */
export function normalizeAmountText(text: string): string {
  return text
    .normalize("NFKC")
    .replaceAll(/[’‘ʼ`´]/g, "'")
    .replaceAll(/[\s\p{Cf}]+/gu, " ")
    .trim();
}

const ONE_MARK = /^(\d+)(?:([.,])(\d+))?$/;
const THOUSANDS = /^(\d{1,3}(?:([ ',.])\d{3})(?:\2\d{3})*)(?:([.,])(\d+))?$/;
/** Matches Indian grouping: 12,34,567. */
const LAKHS = /^(\d{1,2}(?:,\d{2})+,\d{3})(?:\.(\d+))?$/;

/** Returns the digits with a point before the fraction; null if the text is ambiguous. */
export function normalizeDigits(figures: string, exponent: number): string | null {
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
  // "1,234" is read as one thousand, except in currencies with three decimals, where it may be 1.234.
  return exponent >= 3 ? null : joined(`${whole}${fraction}`, "");
}

function joined(whole: string, fraction: string): string {
  return `${whole.replaceAll(/\D/g, "")}${fraction === "" ? "" : `.${fraction}`}`;
}

/**
 * Returns the same number in another currency: 12.50 USD becomes 12.50 EUR or 13 JPY, rounded half up to the
 * currency's minor unit. Returns null if the result exceeds the maximum amount.
 */
export function withOtherCurrency({ amount, currency }: MoneyValue, to: string): MoneyValue | null {
  const more = currencyExponent(to) - currencyExponent(currency);
  // All numbers are whole, and a half is exact in floating point.
  const moved = more >= 0 ? amount * 10 ** more : Math.floor(amount / 10 ** -more + 0.5);
  return moved <= MAX_AMOUNT ? { amount: moved, currency: to } : null;
}

/**
 * Returns the amount from which a further change of currency is computed: the original one, as long as `now` still
 * follows from it.
 */
export function originalAmount(from: MoneyValue, now: MoneyValue): MoneyValue {
  return withOtherCurrency(from, now.currency)?.amount === now.amount ? from : now;
}

/** Whether the change of currency has rounded the amount. */
export function isRounded(from: MoneyValue, now: MoneyValue): boolean {
  return withOtherCurrency(now, from.currency)?.amount !== from.amount;
}
