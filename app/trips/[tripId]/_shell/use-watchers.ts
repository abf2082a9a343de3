"use client";

import { useMemo, useState } from "react";
import { usePresence } from "#lib/client/trip-context.tsx";
import { usePeople, type Watchers, watchersByStop } from "./people.tsx";

/** Who of the others has which stop or booking open now. */
export function useWatchers(): Watchers {
  const presence = usePresence();
  const people = usePeople();
  const [index] = useState(createIndex);
  return useMemo(() => index(presence, people), [index, presence, people]);
}

/** Keeps, from one presence to the next, the lists that stayed the same. */
function createIndex() {
  let last: Watchers = new Map();
  return (...[presence, people]: Parameters<typeof watchersByStop>) => {
    last = watchersByStop(presence, people, last);
    return last;
  };
}
