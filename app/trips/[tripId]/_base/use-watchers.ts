"use client";

import { useMemo, useState } from "react";
import { usePresence } from "#lib/client/open-trip/trip-context.tsx";
import { usePeople, type Watchers, watchersByStop } from "./people.tsx";

/** Returns which other members have which stop or reservation open. */
export function useWatchers(): Watchers {
  const presence = usePresence();
  const people = usePeople();
  const [index] = useState(createIndex);
  return useMemo(() => index(presence, people), [index, presence, people]);
}

/** Creates an index that reuses the unchanged lists of the previous presence. */
function createIndex() {
  let last: Watchers = new Map();
  return (...[presence, people]: Parameters<typeof watchersByStop>) => {
    last = watchersByStop(presence, people, last);
    return last;
  };
}
