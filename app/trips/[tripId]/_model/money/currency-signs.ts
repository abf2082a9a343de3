import { intlLocales } from "#app/_i18n/locales.ts";
import { isCurrency } from "#lib/shared/money.ts";

const DOLLARS = "USD AUD BBD BMD BND BSD BZD CAD FJD GYD HKD JMD KYD LRD NAD NZD SBD SGD SRD TTD TWD XCD";
const PESOS = "ARS CLP COP CUP DOP MXN UYU";

/**
 * Signs and names beside an amount, in lower case, with the currencies they may stand for. A sign means its `usual`
 * currency unless the field is in one of the others; without a `usual` one, only the field's currency decides.
 */
const SIGNS: Record<string, { usual?: string; also?: string }> = {
  "€": { usual: "EUR" },
  euro: { usual: "EUR" },
  euros: { usual: "EUR" },
  欧元: { usual: "EUR" },
  "¥": { also: "JPY CNY" },
  "jp¥": { usual: "JPY" },
  円: { usual: "JPY" },
  yen: { usual: "JPY" },
  日元: { usual: "JPY" },
  日圆: { usual: "JPY" },
  "cn¥": { usual: "CNY" },
  rmb: { usual: "CNY" },
  yuan: { usual: "CNY" },
  人民币: { usual: "CNY" },
  // In Chinese these signs also stand for the dollars of Chinese-speaking places and, in a field of such a currency,
  // are short for 美元, 加元 and the like.
  元: { usual: "CNY", also: `MOP ${DOLLARS}` },
  块: { usual: "CNY", also: `MOP ${DOLLARS}` },
  $: { also: `${DOLLARS} ${PESOS}` },
  dollar: { also: DOLLARS },
  dollars: { also: DOLLARS },
  us$: { usual: "USD" },
  美元: { usual: "USD" },
  a$: { usual: "AUD" },
  au$: { usual: "AUD" },
  c$: { usual: "CAD", also: "NIO" },
  ca$: { usual: "CAD" },
  hk$: { usual: "HKD" },
  港币: { usual: "HKD" },
  港元: { usual: "HKD" },
  nt$: { usual: "TWD" },
  新台币: { usual: "TWD" },
  nz$: { usual: "NZD" },
  s$: { usual: "SGD" },
  mx$: { usual: "MXN" },
  r$: { usual: "BRL" },
  "£": { usual: "GBP", also: "EGP FKP GIP LBP SDG SHP SSP SYP" },
  英镑: { usual: "GBP" },
  "₩": { usual: "KRW", also: "KPW" },
  韩元: { usual: "KRW" },
  "₹": { usual: "INR" },
  "฿": { usual: "THB" },
  "₫": { usual: "VND" },
  "₱": { usual: "PHP" },
  "₺": { usual: "TRY" },
  "₽": { usual: "RUB" },
  "₴": { usual: "UAH" },
  "₪": { usual: "ILS" },
  rm: { usual: "MYR" },
  rp: { usual: "IDR" },
  zł: { usual: "PLN" },
  kč: { usual: "CZK" },
  ft: { usual: "HUF" },
  fr: { usual: "CHF" },
  kr: { also: "SEK NOK DKK ISK" },
};

/** The meaning of an empty text, which agrees with every currency. */
const ANY = null;

type Meaning = { usual: string | null; all: ReadonlySet<string> } | null;

/**
 * Returns the one currency that the texts before and after an amount mean in a field of `currency`. If there is none,
 * `guess` is a currency to name as an example.
 */
export function currencyOf(
  before: string,
  after: string,
  currency: string,
): { code: string } | { code: null; guess: string } {
  const meaning = both(meaningOf(before, currency), meaningOf(after, currency));
  if (meaning === ANY || meaning.all.has(currency)) return { code: currency };
  if (meaning.usual !== null && meaning.all.has(meaning.usual)) return { code: meaning.usual };
  const [guess = currency] = meaning.all;
  return { code: null, guess };
}

function meaningOf(text: string, currency: string): Meaning {
  const sign = bare(text);
  if (sign === "") return ANY;
  const alone = signMeaning(sign, currency);
  if (alone) return alone;
  // Matches a code together with its sign: "HKD$" or "$USD".
  const mixed = /^([a-z]{3})([^a-z]+)$/.exec(sign) ?? /^([^a-z]+)([a-z]{3})$/.exec(sign);
  const nothing = { usual: null, all: new Set<string>() };
  if (!mixed) return nothing;
  const [, first = "", second = ""] = mixed;
  return both(signMeaning(first, currency) ?? nothing, signMeaning(second, currency) ?? nothing);
}

function signMeaning(sign: string, currency: string): Meaning {
  const code = sign.toUpperCase();
  if (isCurrency(code)) return { usual: code, all: new Set([code]) };
  const { usual = null, also = "" } = SIGNS[sign] ?? {};
  const all = new Set([...(usual ? [usual] : []), ...also.split(" ").filter(Boolean)]);
  // The signs with which the app itself formats the currency are accepted, too, so that what the app shows can also be
  // typed.
  if (ownSigns(currency).has(sign)) all.add(currency);
  return all.size > 0 ? { usual, all } : null;
}

/** Normalizes a sign, for example "Fr. " to "fr". */
function bare(sign: string): string {
  return sign
    .toLowerCase()
    .replaceAll(/\s/g, "")
    .replace(/(\p{L})\.$/u, "$1");
}

function both(one: Meaning, other: Meaning): Meaning {
  if (one === ANY) return other;
  if (other === ANY) return one;
  const all = new Set([...one.all].filter((code) => other.all.has(code)));
  const [only = null] = all.size === 1 ? all : [];
  return { usual: only, all };
}

function ownSigns(currency: string): ReadonlySet<string> {
  const signs = new Set<string>();
  for (const locale of Object.values(intlLocales)) {
    for (const currencyDisplay of ["symbol", "narrowSymbol"] as const) {
      const format = new Intl.NumberFormat(locale, { style: "currency", currency, currencyDisplay });
      const sign = format.formatToParts(0).find(({ type }) => type === "currency")?.value ?? "";
      signs.add(bare(sign.normalize("NFKC")));
    }
  }
  return signs;
}
