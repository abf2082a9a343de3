import type { LucideIcon } from "lucide-react";
import { fit } from "./match.ts";

const GROUPS = ["recent", "here", "commands", "trips", "elsewhere"] as const;
type PaletteGroup = (typeof GROUPS)[number];

/** A thing to go to or to do. */
export interface PaletteItem {
  /** Unique among all of them. */
  id: string;
  group: PaletteGroup;
  icon: LucideIcon;
  title: string;
  /** Where it is, or when. */
  detail?: string | undefined;
  /** Other words that one may type for it. */
  also?: string | undefined;
  shortcut?: string | undefined;
  /** Found by typing only. */
  isHidden?: boolean;
  run: () => void;
}

export interface PaletteSection {
  group: PaletteGroup;
  items: PaletteItem[];
}

/** More of one kind would push the others out of sight. */
const MOST: Record<PaletteGroup, number> = { recent: 6, here: 8, commands: 8, trips: 6, elsewhere: 12 };

/** What fits the typed text, best first, in sections of which the one with the best fit stands on top. */
export function findItems(items: readonly PaletteItem[], query: string): PaletteSection[] {
  const fits = items
    .filter(({ group }) => group !== "recent")
    .map((item) => ({ item, score: fit(query, item.title, `${item.detail ?? ""} ${item.also ?? ""}`) }))
    .filter(({ score }) => score > 0)
    .toSorted((a, b) => b.score - a.score);
  const groups = [...new Set(fits.map(({ item }) => item.group))];
  return groups.map((group) => ({
    group,
    items: fits.flatMap(({ item }) => (item.group === group ? [item] : [])).slice(0, MOST[group]),
  }));
}

/** What stands there before anything is typed. */
export function firstItems(items: readonly PaletteItem[]): PaletteSection[] {
  return GROUPS.map((group) => ({
    group,
    items: items.filter((item) => item.group === group && !item.isHidden),
  })).filter(({ items: found }) => found.length > 0);
}
