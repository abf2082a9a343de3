/** The currencies that countries use as of 2026. The table's keys are currencies, because many countries share one. */
const COUNTRIES: Record<string, string> = {
  EUR: "AD AT AX BE BG BL CY DE EE ES FI FR GF GP GR HR IE IT LT LU LV MC ME MF MQ MT NL PM PT RE SI SK SM TF VA XK YT",
  USD: "AS BQ EC FM GU IO MH MP PA PR PW SV TC TL UM US VG VI",
  AUD: "AU CC CX HM KI NF NR TV",
  NZD: "CK NU NZ PN TK",
  GBP: "GB GG GS IM JE",
  XOF: "BF BJ CI GW ML NE SN TG",
  XAF: "CF CG CM GA GQ TD",
  XCD: "AG AI DM GD KN LC MS VC",
  XPF: "NC PF WF",
  XCG: "CW SX",
  DKK: "DK FO GL",
  NOK: "BV NO SJ",
  CHF: "CH LI",
  ILS: "IL PS",
  MAD: "EH MA",
  ZAR: "ZA",
};

/**
 * Currencies whose code begins with the code of the country that they belong to. Other currency codes may begin with
 * the same letters, so this list names the country's own currency.
 */
const OWN =
  "AED AFN ALL AMD AOA ARS AWG AZN BAM BBD BDT BHD BIF BMD BND BOB BRL BSD BTN BWP BYN BZD CAD CDF CLP CNY COP CRC " +
  "CUP CVE CZK DJF DOP DZD EGP ERN ETB FJD FKP GEL GHS GIP GMD GNF GTQ GYD HKD HNL HTG HUF IDR INR IQD IRR ISK JMD " +
  "JOD JPY KES KGS KHR KMF KPW KRW KWD KYD KZT LAK LBP LKR LRD LSL LYD MDL MGA MKD MMK MNT MOP MRU MUR MVR MWK MXN " +
  "MYR MZN NAD NGN NIO NPR OMR PEN PGK PHP PKR PLN PYG QAR RON RSD RUB RWF SAR SBD SCR SDG SEK SGD SHP SLE SOS SRD " +
  "SSP STN SYP SZL THB TJS TMT TND TOP TRY TTD TWD TZS UAH UGX UYU UZS VED VES VND VUV WST YER ZMW ZWG";

const CURRENCIES = new Map<string, string>([
  ...OWN.split(" ").map((code) => [code.slice(0, 2), code] as const),
  ...Object.entries(COUNTRIES).flatMap(([code, countries]) =>
    countries.split(" ").map((country) => [country, code] as const),
  ),
]);

/** The currency of a country by its ISO 3166 code; null if the country has none, as Antarctica. */
export function currencyOfCountry(countryCode: string): string | null {
  return CURRENCIES.get(countryCode) ?? null;
}
