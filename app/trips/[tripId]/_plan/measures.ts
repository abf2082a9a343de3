import { intlLocales, type Locale } from "#app/_i18n/locales.ts";

const formatters = new Map<string, Intl.NumberFormat>();

function unit(locale: Locale, name: "meter" | "kilometer", digits: number): Intl.NumberFormat {
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

/** "850 m", "3.2 km", "42 km"; 850米. */
export function formatDistance(meters: number, locale: Locale): string {
  if (meters < 995) return unit(locale, "meter", 0).format(Math.round(meters / 10) * 10);
  const km = meters / 1000;
  return unit(locale, "kilometer", km < 9.95 ? 1 : 0).format(km);
}

/** Minutes as hours and the minutes left. */
export function splitMinutes(minutes: number): { hours: number; minutes: number } {
  return { hours: Math.floor(minutes / 60), minutes: minutes % 60 };
}
