import type { Units } from "#app/_shell/units.ts";
import { intlLocales, type Locale } from "#app/_i18n/locales.ts";

/**
 * Formats a temperature as "19 °C" or "66 °F".
 * @param celsius the temperature in degrees Celsius
 */
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

/** Formats a temperature as "19°", where the unit is clear from the context. */
export function shortTemperature(celsius: number, units: Units): string {
  // Uses a minus sign, which is as wide as a digit, and not a hyphen.
  return `${inUnits(celsius, units)}°`.replace("-", "−");
}

function inUnits(celsius: number, units: Units): number {
  return Math.round(units === "imperial" ? celsius * 1.8 + 32 : celsius) + 0;
}
