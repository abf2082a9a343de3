import { recentStorageName } from "#lib/client/storage/own-storage.ts";
import { LIST_KINDS } from "#lib/shared/resources/list-resources.ts";
import type { SearchHit } from "#lib/shared/search.ts";

type Kept = Pick<Storage, "getItem" | "setItem">;

const MOST = 6;

/** Returns what this user opened last from the palette, newest first; empty when the browser stores nothing. */
export function readRecentHits(userId: string, storage: () => Kept = browserStorage): SearchHit[] {
  try {
    const value: unknown = JSON.parse(storage().getItem(recentStorageName(userId)) ?? "[]");
    return Array.isArray(value) ? value.filter(isHit) : [];
  } catch {
    return [];
  }
}

export function storeRecentHit(userId: string, hit: SearchHit, storage: () => Kept = browserStorage): void {
  const others = readRecentHits(userId, storage).filter(({ id }) => id !== hit.id);
  try {
    storage().setItem(recentStorageName(userId), JSON.stringify([hit, ...others].slice(0, MOST)));
  } catch {
    // If the browser does not allow storage, the entry is not remembered.
  }
}

function browserStorage(): Kept {
  return window.localStorage;
}

const KINDS: ReadonlySet<unknown> = new Set([
  "trip",
  "stop",
  "reservation",
  "expense",
  "person",
  ...LIST_KINDS,
]);
const TEXTS = ["id", "tripId", "title", "tripTitle"];

/** Whether a stored value is a result; an older version may have stored another form. */
function isHit(value: unknown): value is SearchHit {
  if (typeof value !== "object" || value === null) return false;
  const row: Record<string, unknown> = { ...value };
  return KINDS.has(row["kind"]) && TEXTS.every((key) => typeof row[key] === "string");
}
