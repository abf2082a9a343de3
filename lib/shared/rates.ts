import { currencyExponent, type MoneyValue } from "./money.ts";

/**
 * Where a rate comes from: the European Central Bank through a rate server, the list of rates that is part of the
 * service, a user's input, an imported file, or the debt that a payment pays, whose rate it shares.
 */
export const RATE_SOURCES = ["ecb", "snapshot", "typed", "import", "debt"] as const;
export type RateSource = (typeof RATE_SOURCES)[number];

/** What one unit of a currency was worth; stored with the row that it was used for. */
export interface Rate {
  /** The currency that the rate leads to: the trip's currency at the time when the row was recorded. */
  to: string;
  /** Decimal digits such as `178.906`, in whole units of both currencies; never a float. */
  value: string;
  source: RateSource;
  /** The calendar date of the rate. */
  date: string;
}

/** Whether a user or a file gave the rate: a given rate stays, whatever else changes in its row. */
export function isGivenRate({ source }: Rate): boolean {
  return source === "typed" || source === "import";
}

/** The digits that a rate may have before and after its point. */
const RATE = /^(?:0|[1-9]\d{0,8})(?:\.\d{1,20})?$/;

/** Whether the text is a rate above 0 that {@link convert} accepts. */
export function isRateValue(text: string): boolean {
  return RATE.test(text) && /[1-9]/.test(text);
}

/**
 * Converts minor units of `from` to minor units of `to`, rounded once at the end, halves away from zero.
 * @param rates decimal digits; what one unit of `from` is worth is the product of all of them
 */
export function convert(amount: number, from: string, to: string, rates: readonly string[]): number {
  const { numerator, denominator } = ratioOf(from, to, rates);
  // The value is doubled, so that a half is a whole number.
  const rounded = Number((BigInt(Math.abs(amount)) * numerator * 2n + denominator) / (denominator * 2n));
  return amount < 0 && rounded > 0 ? -rounded : rounded;
}

/** What one minor unit of a currency is worth in minor units of another one. */
export interface Ratio {
  numerator: bigint;
  denominator: bigint;
}

/**
 * A cache of the rates used last: thousands of amounts have a few hundred rates, and parsing one takes longer than
 * using it.
 */
const ratios = new Map<string, Ratio>();
const MOST_RATIOS = 1000;

export function ratioOf(from: string, to: string, rates: readonly string[]): Ratio {
  const name = `${from} ${to} ${rates.join(" ")}`;
  const known = ratios.get(name);
  if (known) return known;
  const ratio = readRatio(from, to, rates);
  if (ratios.size >= MOST_RATIOS) ratios.clear();
  ratios.set(name, ratio);
  return ratio;
}

function readRatio(from: string, to: string, rates: readonly string[]): Ratio {
  let numerator = 10n ** BigInt(currencyExponent(to));
  let denominator = 10n ** BigInt(currencyExponent(from));
  for (const rate of rates) {
    const [whole = "0", fraction = ""] = rate.split(".");
    numerator *= BigInt(`${whole}${fraction}`);
    denominator *= 10n ** BigInt(fraction.length);
  }
  return { numerator, denominator };
}

/** The number of significant digits of a rate that is computed from two others. */
const DIGITS = 12;

/** The rate from one currency to another when the rates from a third currency to both are known. */
export function crossRate(from: string, to: string): string {
  const scale = 10n ** 40n;
  const quotient = (toScaled(to, scale) * scale) / toScaled(from, scale);
  return toDigits(quotient, 40);
}

function toScaled(rate: string, scale: bigint): bigint {
  const [whole = "0", fraction = ""] = rate.split(".");
  return (BigInt(`${whole}${fraction}`) * scale) / 10n ** BigInt(fraction.length);
}

/** Formats `value / 10^places` with {@link DIGITS} significant digits, without zeros at its end. */
function toDigits(value: bigint, places: number): string {
  const dropped = Math.max(0, Math.min(value.toString().length - DIGITS, places));
  const unit = 10n ** BigInt(dropped);
  const kept = (value + unit / 2n) / unit;
  const digits = kept.toString().padStart(places - dropped + 1, "0");
  const point = digits.length - (places - dropped);
  return `${digits.slice(0, point)}.${digits.slice(point)}`.replace(/\.?0*$/, "");
}

/** The maximum number of digits behind the point of a rate. */
const PLACES = 20;

/** The product of two rates; null where it is too large or too small for a rate. */
export function chainRates(first: string, second: string): string | null {
  const scale = 10n ** BigInt(PLACES);
  const product = toScaled(first, scale) * toScaled(second, scale);
  const rounded = (product * 2n + scale) / (scale * 2n);
  const digits = rounded.toString().padStart(PLACES + 1, "0");
  return rateOrNull(`${digits.slice(0, -PLACES)}.${digits.slice(-PLACES)}`.replace(/\.?0*$/, ""));
}

/** The inverse of a rate; null where it is too large or too small for a rate. */
export function inverseRate(rate: string): string | null {
  return rateOrNull(crossRate(rate, "1"));
}

/**
 * The rate with the fewest digits that converts one amount to exactly the other; both are above 0. null if no rate
 * does.
 */
export function rateBetween(from: MoneyValue, to: MoneyValue): string | null {
  const over = BigInt(to.amount) * 10n ** BigInt(currencyExponent(from.currency));
  const under = BigInt(from.amount) * 10n ** BigInt(currencyExponent(to.currency));
  for (let places = 0; places <= PLACES; places++) {
    const rounded = (over * 10n ** BigInt(places) * 2n + under) / (under * 2n);
    const digits = rounded.toString().padStart(places + 1, "0");
    const point = digits.length - places;
    const value = places === 0 ? digits : `${digits.slice(0, point)}.${digits.slice(point)}`;
    const isExact = convert(from.amount, from.currency, to.currency, [value]) === to.amount;
    if (isExact && isRateValue(value)) return value;
  }
  return null;
}

function rateOrNull(value: string): string | null {
  return isRateValue(value) ? value : null;
}
