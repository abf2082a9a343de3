import type { LucideIcon } from "lucide-react";
import { matchScore } from "./match.ts";

const GROUPS = ["recent", "here", "commands", "trips", "elsewhere"] as const;
type PaletteGroup = (typeof GROUPS)[number];

/** An entry of the palette: a page or row to open, or a command. */
export interface PaletteItem {
  /** An id that is unique among all entries. */
  id: string;
  group: PaletteGroup;
  icon: LucideIcon;
  title: string;
  /** The place or the time of the entry. */
  detail?: string | undefined;
  /** Other words by which the entry is found. */
  also?: string | undefined;
  shortcut?: string | undefined;
  /** Whether the entry is found by typing only. */
  isHidden?: boolean;
  run: () => void;
}

export interface PaletteSection {
  group: PaletteGroup;
  items: PaletteItem[];
}

/** Maximum number of entries per section, so that one section does not hide the others. */
const MOST: Record<PaletteGroup, number> = { recent: 6, here: 8, commands: 8, trips: 6, elsewhere: 12 };

/** Returns the entries that fit the typed text, best first, in sections; the section with the best entry is first. */
export function findItems(items: readonly PaletteItem[], query: string): PaletteSection[] {
  const fits = items
    .filter(({ group }) => group !== "recent")
    .map((item) => ({
      item,
      score: matchScore(query, item.title, `${item.detail ?? ""} ${item.also ?? ""}`),
    }))
    .filter(({ score }) => score > 0)
    .toSorted((a, b) => b.score - a.score);
  const groups = [...new Set(fits.map(({ item }) => item.group))];
  return groups.map((group) => ({
    group,
    items: fits.flatMap(({ item }) => (item.group === group ? [item] : [])).slice(0, MOST[group]),
  }));
}

/** Returns the entries that are shown before anything is typed. */
export function firstItems(items: readonly PaletteItem[]): PaletteSection[] {
  return GROUPS.map((group) => ({
    group,
    items: items.filter((item) => item.group === group && !item.isHidden),
  })).filter(({ items: found }) => found.length > 0);
}
