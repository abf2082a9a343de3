import { useCallback, useRef, useSyncExternalStore } from "react";
import { isShallowEqual } from "./is-same.ts";

type Subscribe = (listener: () => void) => () => void;

/** Reads a part of an external state; renders again only when that part changes (compared shallowly). */
export function useSelectedState<S, T>(subscribe: Subscribe, read: () => S, select: (state: S) => T): T {
  const last = useRef<{ state: S; select: (state: S) => T; value: T } | null>(null);
  const snapshot = useCallback(() => {
    const state = read();
    const known = last.current;
    if (known && known.state === state && known.select === select) return known.value;
    const value = select(state);
    const kept = known && isShallowEqual(known.value, value) ? known.value : value;
    last.current = { state, select, value: kept };
    return kept;
  }, [read, select]);
  return useSyncExternalStore(subscribe, snapshot, snapshot);
}
