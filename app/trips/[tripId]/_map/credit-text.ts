export interface Credit {
  text: string;
  href: string | null;
}

/** The credits of the embedded map: Natural Earth for its coasts and borders, GeoNames for its towns. */
export const EMBEDDED_MAP_CREDITS: readonly Credit[] = [
  { text: "Natural Earth", href: "https://www.naturalearthdata.com/" },
  { text: "GeoNames", href: "https://www.geonames.org/" },
];

/**
 * Extracts the texts and https links from a style's attribution. The attribution is HTML of a third party, so it is
 * parsed here and never inserted into the page.
 */
export function creditsOf(html: string): Credit[] {
  const { body } = new DOMParser().parseFromString(html, "text/html");
  const credits = [...body.childNodes].map((node): Credit => ({
    text: (node.textContent ?? "").replaceAll(/\s+/g, " ").trim(),
    href: node instanceof HTMLAnchorElement && node.protocol === "https:" ? node.href : null,
  }));
  const byText = new Map(credits.filter(({ text }) => text !== "").map((credit) => [credit.text, credit]));
  return [...byText.values()];
}
