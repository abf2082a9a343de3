export interface Credit {
  text: string;
  href: string | null;
}

/** Of the embedded map: its coasts and borders, and its towns. */
export const EMBEDDED: readonly Credit[] = [
  { text: "Natural Earth", href: "https://www.naturalearthdata.com/" },
  { text: "GeoNames", href: "https://www.geonames.org/" },
];

/** The words and https links of a style's attribution, which is HTML from elsewhere and is never put into the page. */
export function creditsOf(html: string): Credit[] {
  const { body } = new DOMParser().parseFromString(html, "text/html");
  const credits = [...body.childNodes].map((node): Credit => ({
    text: (node.textContent ?? "").replaceAll(/\s+/g, " ").trim(),
    href: node instanceof HTMLAnchorElement && node.protocol === "https:" ? node.href : null,
  }));
  const byText = new Map(credits.filter(({ text }) => text !== "").map((credit) => [credit.text, credit]));
  return [...byText.values()];
}
