export const LOCALES = ["en", "zh"] as const;
export type Locale = (typeof LOCALES)[number];

/**
 * Returns the language of a request: that of the header `x-app-lang`, else the best of `Accept-Language`, else English.
 */
export function requestLocale(headers: Headers | undefined): Locale {
  const asked = localeOf(headers?.get("x-app-lang") ?? "");
  return asked ?? acceptedLocale(headers?.get("accept-language") ?? "") ?? "en";
}

/** Returns the language of a tag, such as `zh` for `zh-Hant-TW`; null for a language without a translation. */
function localeOf(tag: string): Locale | null {
  const language = tag.trim().toLowerCase().split(/[-_]/)[0];
  return LOCALES.find((locale) => locale === language) ?? null;
}

function acceptedLocale(header: string): Locale | null {
  const ranges = header.split(",").map((range) => {
    const [tag = "", ...parameters] = range.split(";");
    const quality = parameters.map((parameter) => /^\s*q=([\d.]+)\s*$/.exec(parameter)?.[1]).find(Boolean);
    return { locale: localeOf(tag), quality: quality === undefined ? 1 : Number(quality) };
  });
  // Sorting is stable, so languages of equal quality stay in the order of the header.
  const best = ranges.filter(({ locale, quality }) => locale !== null && quality > 0);
  return best.toSorted((a, b) => b.quality - a.quality)[0]?.locale ?? null;
}
