import { useCallback, useRef, useSyncExternalStore } from "react";

type Subscribe = (listener: () => void) => () => void;

/** Reads part of an outside state; renders again only when that part changes (compared shallowly). */
export function useSelected<S, T>(subscribe: Subscribe, read: () => S, select: (state: S) => T): T {
  const last = useRef<{ state: S; select: (state: S) => T; value: T } | null>(null);
  const snapshot = useCallback(() => {
    const state = read();
    const known = last.current;
    if (known && known.state === state && known.select === select) return known.value;
    const value = select(state);
    const kept = known && isSame(known.value, value) ? known.value : value;
    last.current = { state, select, value: kept };
    return kept;
  }, [read, select]);
  return useSyncExternalStore(subscribe, snapshot, snapshot);
}

function isSame(a: unknown, b: unknown): boolean {
  if (Object.is(a, b)) return true;
  if (typeof a !== "object" || typeof b !== "object" || a === null || b === null) return false;
  if (Array.isArray(a) !== Array.isArray(b)) return false;
  const fields = Object.entries(a);
  const others = new Map<string, unknown>(Object.entries(b));
  return (
    fields.length === others.size &&
    fields.every(([key, value]) => others.has(key) && Object.is(others.get(key), value))
  );
}
