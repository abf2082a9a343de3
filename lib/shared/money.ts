/**
 * Money is an integer of minor units and an ISO 4217 code. The exponent comes from ISO's own table, never from Intl,
 * whose digits follow local cash habits (it gives 0 for HUF and IDR).
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

/** Largest amount of minor units that one sum may have: exact in a double, with room to add thousands of them. */
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

/** `{ amount: 1234, currency: "EUR" }` as `€12.34` in the reader's locale; whole sums lose their zeros. */
export function formatMoney(money: MoneyValue, locale: string): string {
  const exponent = currencyExponent(money.currency);
  const isWhole = money.amount % 10 ** exponent === 0;
  return new Intl.NumberFormat(locale, {
    style: "currency",
    currency: money.currency,
    currencyDisplay: "narrowSymbol",
    minimumFractionDigits: isWhole ? 0 : exponent,
    maximumFractionDigits: exponent,
  }).format(money.amount / 10 ** exponent);
}

/** Reads `1,234.5` or `12` as minor units of the currency; null when it is no such sum or has too many digits. */
export function parseAmount(text: string, currency: string): number | null {
  const exponent = currencyExponent(currency);
  const match = /^(\d{1,12})(?:\.(\d*))?$/.exec(text.replaceAll(/[\s,'’_]/g, ""));
  if (!match) return null;
  const fraction = match[2] ?? "";
  if (fraction.length > exponent) return null;
  const amount = Number(`${match[1]}${fraction.padEnd(exponent, "0")}`);
  return amount <= MAX_AMOUNT ? amount : null;
}
