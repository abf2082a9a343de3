/** The languages of all screens; the first is the fallback. */
export const locales = ["en", "zh"] as const;
export type Locale = (typeof locales)[number];

export const localeCookie = "lang";
export const zoneCookie = "tz";

/** The name of each language, written in that language, for the menu. */
export const localeNames: Record<Locale, string> = { en: "English", zh: "中文" };

/** The locales for `Intl`; in English, the day comes before the month and the clock has 24 hours. */
export const intlLocales: Record<Locale, string> = { en: "en-GB", zh: "zh-CN" };

export function isLocale(value: unknown): value is Locale {
  return locales.some((locale) => locale === value);
}

/** Returns the language of the cookie, else the best one of `Accept-Language`, else English. */
export function pickLocale(cookie: string | undefined, acceptLanguage: string | null): Locale {
  if (isLocale(cookie)) return cookie;
  const wanted = (acceptLanguage ?? "")
    .split(",")
    .map((part) => {
      const [tag = "", ...params] = part.trim().toLowerCase().split(";");
      const quality = params.map((param) => /^\s*q=([\d.]+)\s*$/.exec(param)?.[1]).find(Boolean);
      return { language: tag.split("-")[0], quality: quality === undefined ? 1 : Number(quality) };
    })
    .filter(({ quality }) => quality > 0)
    .toSorted((a, b) => b.quality - a.quality);
  return wanted.map(({ language }) => language).find(isLocale) ?? locales[0];
}
