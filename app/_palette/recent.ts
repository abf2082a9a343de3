import { recentName } from "#lib/client/own-storage.ts";
import { LIST_KINDS } from "#lib/shared/resources/list-resources.ts";
import type { SearchHit } from "#lib/shared/search.ts";

type Kept = Pick<Storage, "getItem" | "setItem">;

const MOST = 6;

/** What this person opened from here last, newest first; nothing where the browser keeps nothing. */
export function readRecent(userId: string, storage: () => Kept = browserStorage): SearchHit[] {
  try {
    const value: unknown = JSON.parse(storage().getItem(recentName(userId)) ?? "[]");
    return Array.isArray(value) ? value.filter(isHit) : [];
  } catch {
    return [];
  }
}

export function keepRecent(userId: string, hit: SearchHit, storage: () => Kept = browserStorage): void {
  const others = readRecent(userId, storage).filter(({ id }) => id !== hit.id);
  try {
    storage().setItem(recentName(userId), JSON.stringify([hit, ...others].slice(0, MOST)));
  } catch {
    // Then it is not remembered.
  }
}

function browserStorage(): Kept {
  return window.localStorage;
}

const KINDS: ReadonlySet<unknown> = new Set(["trip", "stop", "reservation", "expense", "person", ...LIST_KINDS]);
const TEXTS = ["id", "tripId", "title", "tripTitle"];

/** An older version may have kept something else. */
function isHit(value: unknown): value is SearchHit {
  if (typeof value !== "object" || value === null) return false;
  const row: Record<string, unknown> = { ...value };
  return KINDS.has(row["kind"]) && TEXTS.every((key) => typeof row[key] === "string");
}
