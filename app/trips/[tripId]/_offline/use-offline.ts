import { useCallback, useSyncExternalStore } from "react";
import type { OfflineCopy, OfflineView } from "#lib/client/offline/offline-copy.ts";
import { offlineCopyOf, offlineCopyChanges } from "#lib/client/offline/offline-trips.ts";
import { useLiveSession } from "#lib/client/open-trip/trip-context.tsx";

/** Returns the offline copy of the trip and its state; null if this page stores nothing, or not yet. */
export function useOfflineCopy(): { keeper: OfflineCopy; view: OfflineView } | null {
  const session = useLiveSession();
  const keeper = useSyncExternalStore(
    offlineCopyChanges.add,
    () => offlineCopyOf(session),
    () => null,
  );
  const follow = useCallback((listener: () => void) => keeper?.changes.add(listener) ?? ignore, [keeper]);
  const view = useSyncExternalStore(
    follow,
    () => keeper?.view ?? null,
    () => null,
  );
  return keeper && view ? { keeper, view } : null;
}

function ignore(): void {
  // Without an offline copy there is no subscription to end.
}
