"use client";

import {
  type ComponentType,
  useDeferredValue,
  useEffect,
  useEffectEvent,
  useState,
  useSyncExternalStore,
} from "react";
import { createLazyModule } from "#app/_ui/lazy-module.ts";
import { retryWithBackoff } from "#app/_ui/try-again.ts";

type Missing = {
  /**
   * Is called once when the code that a user waits for can't be fetched; the caller should then remove the component.
   */
  onMissing?: (() => void) | undefined;
  /** The component that is shown from the first failed attempt until the code is loaded. */
  missing?: ComponentType<{ retry: () => void }>;
};

/**
 * A component whose code is loaded when it is first shown, or by `preload`. Until then it is empty. React's own `lazy`
 * would throw on a failure, replace the whole page and stay broken until a reload. A failed load is repeated, soon at
 * first and then less often, and immediately when the connection is back.
 */
export function lazyComponent<P extends object>(fetchCode: () => Promise<{ default: ComponentType<P> }>) {
  const part = createLazyModule(fetchCode);

  function LazyPart({ onMissing, missing: Missing, ...props }: P & Missing) {
    const code = useSyncExternalStore(part.subscribe, part.get, () => null);
    const [isFailed, setFailed] = useState(false);
    const awaited = onMissing !== undefined || Missing !== undefined;
    // A component that nobody waits for is rendered in small steps; an update from the store would render it at once.
    const later = useDeferredValue(code);
    const shown = awaited ? code : later;
    const fail = useEffectEvent(() => {
      if (awaited && !isFailed) onMissing?.();
      setFailed(true);
    });
    useEffect(() => {
      if (code) return undefined;
      return retryWithBackoff(async () => {
        if ((await part.load()) !== null) return true;
        fail();
        return false;
      });
    }, [code]);
    if (!shown) return isFailed && Missing ? <Missing retry={() => void part.load()} /> : null;
    // The remaining props are P, which TypeScript can't infer for a generic type.
    return <shown.default {...(props as unknown as P)} />;
  }

  LazyPart.preload = () => void part.load();
  return LazyPart;
}
