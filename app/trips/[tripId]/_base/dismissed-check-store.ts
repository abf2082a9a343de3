type Kept = Pick<Storage, "getItem" | "setItem">;

/**
 * The maximum number of stored keys of dismissed trip checks. Older keys are dropped, since their problems are over by
 * then.
 */
const MOST = 500;
/** The empty set, always the same object, so that a page without dismissed checks does not render again. */
export const NO_KEYS: ReadonlySet<string> = new Set();

/**
 * Stores sets of keys by name in the browser's storage. If the browser does not allow storage, they last until the
 * page is closed.
 */
export function createDismissedCheckStore(storage: () => Kept) {
  const sets = new Map<string, ReadonlySet<string>>();
  const listeners = new Set<() => void>();
  return {
    subscribe(listener: () => void) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    read(name: string): ReadonlySet<string> {
      const set = sets.get(name) ?? setOf(stored(storage, name));
      sets.set(name, set);
      return set;
    },
    write(name: string, keys: readonly string[]): void {
      const newest = keys.slice(-MOST);
      sets.set(name, setOf(newest));
      try {
        storage().setItem(name, JSON.stringify(newest));
      } catch {
        // Without storage the set lasts until the page is closed.
      }
      for (const listener of listeners) listener();
    },
  };
}

function setOf(keys: readonly string[]): ReadonlySet<string> {
  return keys.length === 0 ? NO_KEYS : new Set(keys);
}

function stored(storage: () => Kept, name: string): string[] {
  try {
    const value: unknown = JSON.parse(storage().getItem(name) ?? "[]");
    return Array.isArray(value) ? value.filter((key) => typeof key === "string") : [];
  } catch {
    return [];
  }
}
