"use client";

import { useEffect, useSyncExternalStore } from "react";
import { QuietBoundary } from "#app/_ui/quiet-boundary.tsx";
import { PlainToast } from "#app/_ui/plain-toast.tsx";
import { toaster } from "#app/_ui/toast.ts";
import { whenQuiet } from "#app/_ui/when-quiet.ts";

/** A page moves toasts by `--toast-left` and `--toast-bottom` of this: on the root element, all of the page would be styled anew. */
export const TOASTS_ID = "toasts";

/**
 * Stands once in the root layout. Its code is fetched once nothing else of the page comes any more, for what has to be said
 * without a connection.
 */
export function ToastHost({ label }: { label: string }) {
  const code = useSyncExternalStore(toaster.subscribe, toaster.get, () => null);
  useEffect(() => {
    const load = () => void toaster.load();
    const cancel = whenLoaded(() => whenQuiet(load, 5000));
    window.addEventListener("online", load);
    return () => {
      cancel();
      window.removeEventListener("online", load);
    };
  }, []);
  return (
    // A dialog hides all that is no live region when it opens. This one says nothing by itself, and what comes into it later
    // is not hidden.
    <div id={TOASTS_ID} aria-live="off" className="contents">
      <PlainToast />
      {code ? (
        <QuietBoundary>
          <code.Toaster label={label} />
        </QuietBoundary>
      ) : null}
    </div>
  );
}

/** Calls once pictures and all are there. `run` gives what cancels it, and so does this. */
function whenLoaded(run: () => () => void): () => void {
  if (document.readyState === "complete") return run();
  let cancel: (() => void) | null = null;
  const loaded = () => {
    cancel = run();
  };
  window.addEventListener("load", loaded, { once: true });
  return () => {
    window.removeEventListener("load", loaded);
    cancel?.();
  };
}
