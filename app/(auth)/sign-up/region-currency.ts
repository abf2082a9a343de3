const EURO = "AT BE BG CY DE EE ES FI FR GR HR IE IT LT LU LV MT NL PT SI SK";
const OTHERS =
  "AE:AED AR:ARS AU:AUD BR:BRL CA:CAD CH:CHF CL:CLP CN:CNY CO:COP CZ:CZK DK:DKK EG:EGP GB:GBP HK:HKD HU:HUF ID:IDR " +
  "IL:ILS IN:INR IS:ISK JP:JPY KR:KRW MA:MAD MO:MOP MX:MXN MY:MYR NG:NGN NO:NOK NZ:NZD PE:PEN PH:PHP PK:PKR PL:PLN " +
  "RO:RON RS:RSD SA:SAR SE:SEK SG:SGD TH:THB TR:TRY TW:TWD UA:UAH US:USD VN:VND ZA:ZAR";

/** Returns the currency of the first language tag that contains a region; undefined when none does. */
export function regionCurrency(languages: readonly string[]): string | undefined {
  for (const tag of languages) {
    const region = regionOf(tag);
    if (!region) continue;
    if (EURO.includes(region)) return "EUR";
    const known = OTHERS.split(" ").find((pair) => pair.startsWith(`${region}:`));
    if (known) return known.slice(3);
  }
  return undefined;
}

function regionOf(tag: string): string | undefined {
  try {
    return new Intl.Locale(tag).region;
  } catch {
    return undefined;
  }
}
