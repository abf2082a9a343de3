import { useSyncExternalStore } from "react";

/**
 * State outside of React. A component subscribes to its own part of it, so that hovering one row does not render
 * three hundred.
 */
export interface Store<T extends object> {
  get: () => T;
  set: (patch: Partial<T>) => void;
  subscribe: (listener: () => void) => () => void;
}

export function createStore<T extends object>(initial: T): Store<T> {
  let state = initial;
  const listeners = new Set<() => void>();
  return {
    get: () => state,
    set(patch) {
      const next = { ...state, ...patch };
      const changed = (Object.keys(patch) as Array<keyof T>).some((key) => !Object.is(state[key], next[key]));
      if (!changed) return;
      state = next;
      for (const listener of listeners) listener();
    },
    subscribe(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
  };
}

/**
 * Returns a part of a store's state; the component renders again only if the part changes.
 * @param select must return a value that `Object.is` can compare
 */
export function useStore<T extends object, S>(store: Store<T>, select: (state: T) => S): S {
  return useSyncExternalStore(
    store.subscribe,
    () => select(store.get()),
    () => select(store.get()),
  );
}
