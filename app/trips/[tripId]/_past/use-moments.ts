"use client";

import { useEffect, useMemo } from "react";
import { useHistory } from "#lib/client/open-trip/history.ts";
import { groupEvents, type HistoryGroup } from "../_model/history/history-groups.ts";
import { useHistoryWords } from "../_base/history/use-history-words.ts";

/** How many older rows of the history are loaded in advance, so that going back does not wait. */
const AHEAD = 3;

/**
 * Returns the moments before and after the one that is shown.
 * @param seq the seq of the last event that is shown
 */
export function useMoments(seq: number | null) {
  const history = useHistory();
  const words = useHistoryWords(history.events);
  const { events, hasOlder, isError, isLoadingOlder, loadOlder } = history;
  const groups = useMemo(() => groupEvents(events), [events]);
  const at = seq === null ? -1 : groups.findLastIndex((group) => before(group) >= seq);
  const isThin = hasOlder && !isError && !isLoadingOlder && at > groups.length - 1 - AHEAD;
  useEffect(() => {
    if (isThin) loadOlder();
  });
  const current = at < 0 ? null : (groups[at] ?? null);
  return {
    /** The next change after the moment that is shown. */
    current,
    line: current && words.sentence(current, true),
    earlier: seqOf(groups[at + 1]),
    /** The seq of the next moment; null means the present. */
    later: at > 0 ? seqOf(groups[at - 1]) : null,
  };
}

function before({ events }: HistoryGroup): number {
  return (events[0]?.seq ?? 1) - 1;
}

/** Returns the seq of the moment before a group; null if the trip did not exist yet. */
function seqOf(group: HistoryGroup | undefined): number | null {
  return group && before(group) > 0 ? before(group) : null;
}
