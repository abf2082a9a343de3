"use client";

import { type ComponentType, useDeferredValue, useEffect, useEffectEvent, useSyncExternalStore } from "react";
import { makePart } from "#app/_ui/part.ts";

type Missing = {
  /** Somebody waits for it and it could not be fetched; once more each time the connection is back. */
  onMissing?: (() => void) | undefined;
};

/**
 * A component whose code comes when it is first shown, or by `preload`. Until then, and when it cannot be fetched, it is
 * empty: React's own `lazy` would throw, take the page down and keep the failure until a reload.
 */
export function lazyPart<P extends object>(fetchCode: () => Promise<{ default: ComponentType<P> }>) {
  const part = makePart(fetchCode);

  function LazyPart({ onMissing, ...props }: P & Missing) {
    const code = useSyncExternalStore(part.subscribe, part.get, () => null);
    const awaited = onMissing !== undefined;
    // What nobody waits for is drawn little by little, where a store's news would be drawn in one go.
    const later = useDeferredValue(code);
    const shown = awaited ? code : later;
    const missing = useEffectEvent(() => onMissing?.());
    useEffect(() => {
      if (code) return undefined;
      let left = false;
      const ask = async () => {
        if ((await part.load()) === null && awaited && !left) missing();
      };
      void ask();
      window.addEventListener("online", ask);
      return () => {
        left = true;
        window.removeEventListener("online", ask);
      };
    }, [code, awaited]);
    // What is left without `onMissing` is P, which TypeScript cannot conclude of a generic type.
    return shown ? <shown.default {...(props as unknown as P)} /> : null;
  }

  LazyPart.preload = () => void part.load();
  return LazyPart;
}
