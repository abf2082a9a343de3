import { WAYFARE_PREFIX } from "../../exports/wayfare-values.ts";
import { webUrl } from "../clean-text.ts";
import { childText, descendants, type XmlNode } from "../xml.ts";

export interface ExtendedData {
  /** The fields that only Wayfare writes. */
  own: ReadonlyMap<string, string>;
  name: string | null;
  address: string | null;
  url: string | null;
  category: string | null;
  /** All other fields in the order of the file, each with its name unless the name only says that it is a note. */
  notes: string[];
}

const MEANINGS = {
  name: ["name", "title"],
  address: ["address"],
  url: ["url", "website", "web", "link"],
  notes: ["notes", "note", "description", "comment", "comments"],
  category: ["category"],
} as const;

/** Reads the data fields of a placemark: `Data` with any name, and `SimpleData` of a schema. */
export function extendedData(node: XmlNode): ExtendedData {
  const rows = [
    ...descendants(node, "Data").map(
      (data) => [data.attributes["name"] ?? "", childText(data, "value") ?? ""] as const,
    ),
    ...descendants(node, "SimpleData").map(
      (data) => [data.attributes["name"] ?? "", data.text.trim()] as const,
    ),
  ].filter(([, value]) => value !== "");
  const own = rows.filter(([key]) => key.startsWith(WAYFARE_PREFIX));
  const others = rows.filter(([key]) => !key.startsWith(WAYFARE_PREFIX));
  const used = new Set<readonly [string, string]>();
  const first = (meaning: "name" | "address" | "url", fits = (_text: string) => true): string | null => {
    const row = others.find(([key, value]) => isCalled(key, meaning) && fits(value));
    if (row) used.add(row);
    return row?.[1] ?? null;
  };
  const found = {
    name: first("name"),
    address: first("address"),
    url: first("url", (text) => webUrl(text) !== null),
  };
  return {
    ...found,
    own: new Map(own.map(([key, value]) => [key.slice(WAYFARE_PREFIX.length), value])),
    category: others.find(([key]) => isCalled(key, "category"))?.[1] ?? null,
    notes: others
      .filter((row) => !used.has(row))
      .map(([key, value]) => (key === "" || isCalled(key, "notes") ? value : `${key}: ${value}`)),
  };
}

function isCalled(key: string, meaning: keyof typeof MEANINGS): boolean {
  return MEANINGS[meaning].some((name) => name === key.trim().toLowerCase());
}
