import { readCoordinatePair } from "#lib/shared/coordinates.ts";
import type { Point } from "#lib/shared/legs.ts";
import { webUrl } from "../clean-text.ts";

/** The texts of a feature's properties, found by the property names that programs use. */
export interface FeatureTexts {
  name: string | null;
  address: string | null;
  url: string | null;
  time: string | null;
  notes: string[];
  /** The first note that somebody wrote; values that a program writes, such as ids, do not count. */
  description: string | null;
  /** The coordinates that Takeout writes a second time, as texts in degrees. */
  point: Point | null;
  isTakeout: boolean;
  /** Whether the feature has more properties than are read. */
  isCut: boolean;
}

/** Maximum number of properties of one feature that are repeated as notes. */
const MAX_PROPERTIES = 100;
const TAKEOUT_URL = ["google_maps_url", "google maps url"];
/** Takeout's text for a place without an address; it is neither a note nor a name. */
const TAKEOUT_REMARK = /^no location information is available for this saved place\.?$/i;
/** Properties that Takeout adds itself and that say nothing about the place. */
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

/** Returns all properties as pairs of a lower-case name and a text, including those of nested objects. */
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
