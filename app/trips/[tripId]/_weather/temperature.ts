import type { Units } from "#app/_shell/units.ts";
import { intlLocales, type Locale } from "#app/_i18n/locales.ts";

/** "19 °C", "66 °F"; `celsius`: degrees. */
export function formatTemperature(celsius: number, locale: Locale, units: Units): string {
  const unit = units === "imperial" ? "fahrenheit" : "celsius";
  const format = new Intl.NumberFormat(intlLocales[locale], {
    style: "unit",
    unit,
    unitDisplay: "short",
    maximumFractionDigits: 0,
  });
  return format.format(inUnits(celsius, units));
}

/** "19°", where its unit is clear from what stands around it. */
export function shortTemperature(celsius: number, units: Units): string {
  // A real minus sign, as wide as a digit.
  return `${inUnits(celsius, units)}°`.replace("-", "−");
}

function inUnits(celsius: number, units: Units): number {
  return Math.round(units === "imperial" ? celsius * 1.8 + 32 : celsius) + 0;
}
