const MOST = 6;

/** Returns the IANA zones whose name contains all words of the query: "new york", "tokyo". */
export function findZones(query: string): string[] {
  const words = query
    .trim()
    .toLowerCase()
    .split(/[\s_/]+/)
    .filter(Boolean);
  if (words.length === 0) return [];
  const matches = (zone: string) => {
    const name = zone.toLowerCase().replaceAll("_", " ");
    return words.every((word) => name.includes(word));
  };
  return Intl.supportedValuesOf("timeZone").filter(matches).slice(0, MOST);
}
