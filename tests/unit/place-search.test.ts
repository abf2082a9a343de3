import { describe, expect, test } from "vitest";
import { typedPrefixLength } from "#lib/client/places/typed-part.ts";
import { currencyOfCountry } from "#lib/shared/country-currency.ts";
import { isCurrency } from "#lib/shared/money.ts";

describe("typedPart", () => {
  test.each([
    ["Kyoto", "kyo", 3],
    ["Kyōtango", "kyot", 4],
    ["Kyo\u0304tango", "kyo", 3],
    ["東京", "東", 1],
    ["São Paulo", "sao p", 5],
    ["Zürich", "ZÜR", 3],
    ["İstanbul", "ist", 3],
    ["𠮷野", "𠮷", 2],
    ["Kyoto", "kyoto station", 0],
    ["Kyoto", "yo", 0],
    ["Kyoto", "", 0],
  ])("%s by %s is %i", (name, typed, length) => {
    expect(typedPrefixLength(name, typed)).toBe(length);
  });
});

const LETTERS = Array.from({ length: 26 }, (_, at) => String.fromCharCode(65 + at));
const REGIONS = LETTERS.flatMap((a) => LETTERS.map((b) => a + b));
/** Codes of groups of countries, reserved codes and former codes, for which Intl has names too. */
const NO_COUNTRIES =
  "AC AN BU CP CQ CS DD DG DY EA EU EZ FX HV IC NH NT QO RH SU TA TP UK UN VD XA XB YD YU ZR ZZ";

describe("currencyOfCountry", () => {
  test.each([
    ["JP", "JPY"],
    ["CN", "CNY"],
    ["FI", "EUR"],
    ["BG", "EUR"],
    ["CH", "CHF"],
    ["LI", "CHF"],
    ["CL", "CLP"],
    ["GL", "DKK"],
    ["MX", "MXN"],
    ["VE", "VES"],
    ["UY", "UYU"],
    ["AQ", null],
    ["", null],
  ])("%s pays with %s", (country, currency) => {
    expect(currencyOfCountry(country)).toBe(currency);
  });

  test("knows every country that has a name, with a currency that exists", () => {
    const names = new Intl.DisplayNames("en", { type: "region", fallback: "none" });
    const countries = REGIONS.filter((code) => names.of(code) && !NO_COUNTRIES.split(" ").includes(code));
    expect(countries.length).toBeGreaterThan(240);
    expect(countries.filter((code) => currencyOfCountry(code) === null)).toEqual(["AQ"]);
    expect(countries.filter((code) => code !== "AQ" && !isCurrency(currencyOfCountry(code) ?? ""))).toEqual(
      [],
    );
  });
});
