"use client";

import { useEffect, useSyncExternalStore } from "react";
import { QuietBoundary } from "#app/_ui/quiet-boundary.tsx";
import { PlainToast } from "#app/_ui/plain-toast.tsx";
import { toaster } from "#app/_ui/toast.ts";
import { runWhenNetworkIdle } from "#app/_ui/when-quiet.ts";

/**
 * The id of the toasts' container. A page moves toasts by `--toast-left` and `--toast-bottom` on it; on the root
 * element, these variables would restyle the whole page.
 */
export const TOASTS_ID = "toasts";

/**
 * The container of toasts in the root layout. The toaster's code is fetched when the page has finished loading, so that
 * messages can be shown without a connection.
 */
export function ToastHost({ label }: { label: string }) {
  const code = useSyncExternalStore(toaster.subscribe, toaster.get, () => null);
  useEffect(() => {
    const load = () => void toaster.load();
    const cancel = whenLoaded(() => runWhenNetworkIdle(load, 5000));
    window.addEventListener("online", load);
    return () => {
      cancel();
      window.removeEventListener("online", load);
    };
  }, []);
  return (
    // An opening dialog hides everything that is no live region. This region announces nothing itself, but later
    // content in it is not hidden.
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

/**
 * Calls `run` when the page and its pictures are loaded. `run` returns a function that cancels its work. Returns a
 * function that cancels the call, or the work if `run` was called already.
 */
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
