type Kept = Pick<Storage, "getItem" | "setItem">;

/** Older ones are about problems that are long gone. */
const MOST = 500;
/** As the server has it: one and the same, so that a page on which nothing is set aside is not drawn again. */
export const NONE: ReadonlySet<string> = new Set();

/** Sets of keys by name, in the browser's storage; where it keeps nothing, until the page is left. */
export function createSetAside(storage: () => Kept) {
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
        // It holds until the page is left.
      }
      for (const listener of listeners) listener();
    },
  };
}

function setOf(keys: readonly string[]): ReadonlySet<string> {
  return keys.length === 0 ? NONE : new Set(keys);
}

function stored(storage: () => Kept, name: string): string[] {
  try {
    const value: unknown = JSON.parse(storage().getItem(name) ?? "[]");
    return Array.isArray(value) ? value.filter((key) => typeof key === "string") : [];
  } catch {
    return [];
  }
}
