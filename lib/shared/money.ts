/**
 * The currencies without digits after the decimal point; the following lists are those with three, four and two digits.
 * They come from ISO 4217's own table, never from Intl, whose digits follow local cash habits (it gives 0 for HUF and
 * IDR). Money is an integer of minor units and an ISO 4217 code.
 */
const EXPONENT_0 = "BIF CLP DJF GNF ISK JPY KMF KRW PYG RWF UGX UYI VND VUV XAF XOF XPF";
const EXPONENT_3 = "BHD IQD JOD KWD LYD OMR TND";
const EXPONENT_4 = "CLF UYW";
const EXPONENT_2 =
  "AED AFN ALL AMD AOA ARS AUD AWG AZN BAM BBD BDT BMD BND BOB BOV BRL BSD BTN BWP BYN BZD CAD CDF CHE CHF CHW CNY " +
  "COP COU CRC CUP CVE CZK DKK DOP DZD EGP ERN ETB EUR FJD FKP GBP GEL GHS GIP GMD GTQ GYD HKD HNL HTG HUF IDR ILS " +
  "INR IRR JMD KES KGS KHR KPW KYD KZT LAK LBP LKR LRD LSL MAD MDL MGA MKD MMK MNT MOP MRU MUR MVR MWK MXN MXV MYR " +
  "MZN NAD NGN NIO NOK NPR NZD PAB PEN PGK PHP PKR PLN QAR RON RSD RUB SAR SBD SCR SDG SEK SGD SHP SLE SOS SRD SSP " +
  "STN SVC SYP SZL THB TJS TMT TOP TRY TTD TWD TZS UAH USD USN UYU UZS VED VES WST XCD XCG YER ZAR ZMW ZWG";

const EXPONENTS = new Map<string, number>([
  ...EXPONENT_0.split(" ").map((code) => [code, 0] as const),
  ...EXPONENT_2.split(" ").map((code) => [code, 2] as const),
  ...EXPONENT_3.split(" ").map((code) => [code, 3] as const),
  ...EXPONENT_4.split(" ").map((code) => [code, 4] as const),
]);

/** The largest amount in minor units. It is exact in a double, and so is a sum of thousands of such amounts. */
export const MAX_AMOUNT = 1_000_000_000_000;

export interface MoneyValue {
  amount: number;
  currency: string;
}

export function isCurrency(code: string): boolean {
  return EXPONENTS.has(code);
}

/** All active ISO 4217 codes in alphabetical order. */
export function currencyCodes(): string[] {
  return [...EXPONENTS.keys()].toSorted();
}

/** Digits after the decimal point by ISO 4217; 2 for a code that is not in the table. */
export function currencyExponent(code: string): number {
  return EXPONENTS.get(code) ?? 2;
}

/** `narrowSymbol` is the short `$`; `symbol` and `code` (`US$` and `USD`) also say which dollar it is. */
export type CurrencySign = "narrowSymbol" | "symbol" | "code";

/**
 * Formats `{ amount: 1234, currency: "EUR" }` as `€12.34` in the reader's locale; an amount without a fraction is shown
 * without its zeros.
 */
export function formatMoney(money: MoneyValue, locale: string, sign: CurrencySign = "narrowSymbol"): string {
  const exponent = currencyExponent(money.currency);
  const isWhole = money.amount % 10 ** exponent === 0;
  const digits = { least: isWhole ? 0 : exponent, most: exponent };
  return formatter(locale, money.currency, sign, digits).format(money.amount / 10 ** exponent);
}

/**
 * Formats money where nothing else on the screen names the currency: a sign that several currencies share is replaced
 * by the code, as in `JPY 5,000`.
 */
export function formatClearMoney(money: MoneyValue, locale: string): string {
  const isShared = sharedSigns(locale).has(currencySign(money.currency, locale, "narrowSymbol"));
  return formatMoney(money, locale, isShared ? "code" : "narrowSymbol");
}

const sharedByLocale = new Map<string, ReadonlySet<string>>();

/**
 * The signs that several currencies share. They are computed once for each language, since that takes all currencies.
 */
function sharedSigns(locale: string): ReadonlySet<string> {
  const known = sharedByLocale.get(locale);
  if (known) return known;
  const [seen, shared] = [new Set<string>(), new Set<string>()];
  for (const code of currencyCodes()) {
    const sign = currencySign(code, locale, "narrowSymbol");
    (seen.has(sign) ? shared : seen).add(sign);
  }
  sharedByLocale.set(locale, shared);
  return shared;
}

const formatters = new Map<string, Intl.NumberFormat>();

/** Returns a cached formatter: making one takes far longer than using it, and a long list has thousands of amounts. */
function formatter(
  locale: string,
  currency: string,
  sign: CurrencySign,
  { least, most }: { least: number; most: number },
): Intl.NumberFormat {
  const key = [locale, currency, sign, least, most].join(" ");
  const known = formatters.get(key);
  if (known) return known;
  const digits = { minimumFractionDigits: least, maximumFractionDigits: most };
  const made = new Intl.NumberFormat(locale, {
    style: "currency",
    currency,
    currencyDisplay: sign,
    ...digits,
  });
  formatters.set(key, made);
  return made;
}

/** Formats `-1234` minor units of EUR as `-12.34`: with all digits of the currency, and without separators. */
export function decimalText(amount: number, currency: string): string {
  const exponent = currencyExponent(currency);
  const digits = String(Math.abs(amount)).padStart(exponent + 1, "0");
  const whole = digits.slice(0, digits.length - exponent);
  const sign = amount < 0 ? "-" : "";
  return exponent === 0 ? `${sign}${whole}` : `${sign}${whole}.${digits.slice(-exponent)}`;
}

/**
 * Formats a rate such as `171.4` as money of the currency that it leads to: `¥171.40`, with up to five significant
 * digits where those are more than the currency has.
 */
export function formatRate(value: string, currency: string, locale: string, sign: CurrencySign): string {
  const digits = { least: 2, most: Math.min(20, fractionOf(value)) };
  // The text of digits keeps the rate exact; only the formatter's type is narrower than `string`.
  return formatter(locale, currency, sign, digits).format(value as `${number}`);
}

/** The number of digits after the point that gives five significant digits, at least two. */
function fractionOf(value: string): number {
  const [whole = "", fraction = ""] = value.split(".");
  if (whole !== "" && whole !== "0") return Math.max(2, 5 - whole.length);
  return fraction.length - fraction.replace(/^0+/, "").length + 5;
}

/** The sign that a locale writes for the currency. */
export function currencySign(currency: string, locale: string, sign: CurrencySign): string {
  const parts = formatter(locale, currency, sign, { least: 0, most: 0 }).formatToParts(0);
  return parts.find(({ type }) => type === "currency")?.value ?? currency;
}

/** Reads `1,234.5` or `12` as minor units of the currency; null when the text is no amount or has too many digits. */
export function parseAmount(text: string, currency: string): number | null {
  const exponent = currencyExponent(currency);
  const match = /^(\d{1,13})(?:\.(\d*))?$/.exec(text.replaceAll(/[\s,'’_]/g, ""));
  if (!match) return null;
  const fraction = match[2] ?? "";
  if (fraction.length > exponent) return null;
  const amount = Number(`${match[1]}${fraction.padEnd(exponent, "0")}`);
  return amount <= MAX_AMOUNT ? amount : null;
}
