"use client";

import {
  type ComponentType,
  useDeferredValue,
  useEffect,
  useEffectEvent,
  useState,
  useSyncExternalStore,
} from "react";
import { makePart } from "#app/_ui/part.ts";
import { tryAgainAfter } from "#app/_ui/try-again.ts";

type Missing = {
  /** Somebody waits for it and it could not be fetched: called once, and what shows it is expected to close. */
  onMissing?: (() => void) | undefined;
  /** Stands in its place, from the first attempt that failed until the code has come. */
  missing?: ComponentType<{ retry: () => void }>;
};

/**
 * A component whose code comes when it is first shown, or by `preload`. Until then it is empty: React's own `lazy` would throw, take
 * the page down and keep the failure until a reload. Code that cannot be fetched is asked for again, soon and then less often, and
 * at once when the connection is back.
 */
export function lazyPart<P extends object>(fetchCode: () => Promise<{ default: ComponentType<P> }>) {
  const part = makePart(fetchCode);

  function LazyPart({ onMissing, missing: Missing, ...props }: P & Missing) {
    const code = useSyncExternalStore(part.subscribe, part.get, () => null);
    const [isFailed, setFailed] = useState(false);
    const awaited = onMissing !== undefined || Missing !== undefined;
    // What nobody waits for is drawn little by little, where a store's news would be drawn in one go.
    const later = useDeferredValue(code);
    const shown = awaited ? code : later;
    const fail = useEffectEvent(() => {
      if (awaited && !isFailed) onMissing?.();
      setFailed(true);
    });
    useEffect(() => {
      if (code) return undefined;
      return tryAgainAfter(async () => {
        if ((await part.load()) !== null) return true;
        fail();
        return false;
      });
    }, [code]);
    if (!shown) return isFailed && Missing ? <Missing retry={() => void part.load()} /> : null;
    // What is left without the two is P, which TypeScript cannot conclude of a generic type.
    return <shown.default {...(props as unknown as P)} />;
  }

  LazyPart.preload = () => void part.load();
  return LazyPart;
}
