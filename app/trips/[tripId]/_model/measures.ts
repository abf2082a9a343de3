import type { Units } from "#app/_shell/units.ts";
import { intlLocales, type Locale } from "#app/_i18n/locales.ts";

const formatters = new Map<string, Intl.NumberFormat>();

type Unit = "meter" | "kilometer" | "foot" | "mile";

function unit(locale: Locale, name: Unit, digits: number): Intl.NumberFormat {
  const key = `${locale} ${name} ${digits}`;
  let made = formatters.get(key);
  if (!made) {
    made = new Intl.NumberFormat(intlLocales[locale], {
      style: "unit",
      unit: name,
      minimumFractionDigits: digits,
      maximumFractionDigits: digits,
    });
    formatters.set(key, made);
  }
  return made;
}

const FOOT = 0.3048;
const MILE = 1609.344;

/** Formats a distance: "850 m", "3.2 km", "42 km"; 850米; "520 ft", "2.0 mi". */
export function formatDistance(meters: number, locale: Locale, units: Units = "metric"): string {
  if (units === "imperial") {
    const [feet, miles] = [Math.round(meters / FOOT / 10) * 10, meters / MILE];
    return feet < 1000
      ? unit(locale, "foot", 0).format(feet)
      : unit(locale, "mile", miles < 9.95 ? 1 : 0).format(miles);
  }
  if (meters < 995) return unit(locale, "meter", 0).format(Math.round(meters / 10) * 10);
  const km = meters / 1000;
  return unit(locale, "kilometer", km < 9.95 ? 1 : 0).format(km);
}

/** Splits minutes into hours and remaining minutes. */
export function splitMinutes(minutes: number): { hours: number; minutes: number } {
  return { hours: Math.floor(minutes / 60), minutes: minutes % 60 };
}
