import { readCoordinatePair } from "#lib/shared/coordinates.ts";
import type { Point } from "#lib/shared/legs.ts";
import { webUrl } from "../clean-text.ts";

/** What the properties of a feature say, by names that programs give them. */
export interface FeatureTexts {
  name: string | null;
  address: string | null;
  url: string | null;
  time: string | null;
  notes: string[];
  /** The first of the notes that somebody wrote, and that is no figure of a program such as an id. */
  description: string | null;
  /** Takeout says it a second time, in degrees as texts. */
  point: Point | null;
  isTakeout: boolean;
  /** It has more properties than are read. */
  isCut: boolean;
}

/** Properties beyond these of one feature are not repeated as notes. */
const MAX_PROPERTIES = 100;
const TAKEOUT_URL = ["google_maps_url", "google maps url"];
/** What Takeout remarks where it has no address; it is nobody's note, and no name. */
const TAKEOUT_REMARK = /^no location information is available for this saved place\.?$/i;
/** Takeout's own figures, which say nothing of the place. */
const TAKEOUT_SILENT = new Set(["date", "published", "updated", "country code", "country_code"]);

const MEANINGS = {
  name: ["name", "title", "business name", "label"],
  address: ["address", "addr:full"],
  url: ["url", "link", "website", ...TAKEOUT_URL],
  time: ["time", "datetime", "timestamp", "when", "date"],
  plain: [
    "description",
    "desc",
    "notes",
    "note",
    "comment",
    "cmt",
    "review comment",
    "review_text_published",
  ],
} as const;

export function featureTexts(properties: Readonly<Record<string, unknown>> | null | undefined): FeatureTexts {
  const all = flat(properties ?? {});
  const rows = all.slice(0, MAX_PROPERTIES);
  const isTakeout = rows.some(([key]) => TAKEOUT_URL.includes(key));
  const used = new Set<number>();
  const first = (
    meaning: "name" | "address" | "url" | "time",
    fits = (_text: string) => true,
  ): string | null => {
    for (const key of MEANINGS[meaning]) {
      const index = rows.findIndex(([each, text], at) => each === key && !used.has(at) && fits(text));
      if (index < 0) continue;
      used.add(index);
      return rows[index]?.[1] ?? null;
    }
    return null;
  };
  const found = {
    name: first("name"),
    address: first("address"),
    url: first("url", (text) => webUrl(text) !== null),
    time: isTakeout ? null : first("time"),
  };
  const [latitude, longitude] = ["latitude", "longitude"].map(
    (key) => rows.find(([each]) => each === key)?.[1],
  );
  const pair = isTakeout ? readCoordinatePair(latitude ?? "", longitude ?? "") : "unreadable";
  const isSaid = (text: string, index: number) =>
    used.has(index) || text === found.name || text === found.address;
  const unsaid = rows.filter(
    ([key, text], index) => !isSaid(text, index) && !(isTakeout && isSilent(key, text)),
  );
  const notes = unsaid.map(([key, text]) => (isPlain(key) ? text : `${key}: ${text}`));
  const description = unsaid.find(([key]) => isPlain(key))?.[1] ?? null;
  const point = typeof pair === "string" ? null : pair;
  return { ...found, isTakeout, point, notes, description, isCut: all.length > MAX_PROPERTIES };
}

function isSilent(key: string, text: string): boolean {
  return TAKEOUT_SILENT.has(key) || TAKEOUT_REMARK.test(text) || key === "latitude" || key === "longitude";
}

function isPlain(key: string): boolean {
  return MEANINGS.plain.some((plain) => plain === key);
}

/** Names in lower case with their texts, those of objects inside too. */
function flat(properties: Readonly<Record<string, unknown>>, depth = 0): Array<readonly [string, string]> {
  return Object.entries(properties).flatMap(([key, value]) => {
    if (typeof value === "string" && value.trim() !== "") return [[key.toLowerCase(), value.trim()] as const];
    if (typeof value === "number" || typeof value === "boolean")
      return [[key.toLowerCase(), String(value)] as const];
    if (typeof value !== "object" || value === null) return [];
    if (depth === 3 || Array.isArray(value)) return [[key.toLowerCase(), JSON.stringify(value)] as const];
    return flat({ ...value }, depth + 1);
  });
}
