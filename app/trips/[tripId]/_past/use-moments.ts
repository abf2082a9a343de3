"use client";

import { useEffect, useMemo } from "react";
import { useHistory } from "#lib/client/history.ts";
import { groupEvents, type HistoryGroup } from "../_activity/history-groups.ts";
import { useHistoryWords } from "../_activity/use-history-words.ts";

/** Lines kept loaded behind the moment that is shown, so that going back does not wait. */
const AHEAD = 3;

/** The moments before each line of the history, and where among them one is. `seq`: the last event that is shown. */
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
    /** What happens next. */
    current,
    line: current && words.sentence(current, true),
    earlier: seqOf(groups[at + 1]),
    /** null: that is now. */
    later: at > 0 ? seqOf(groups[at - 1]) : null,
  };
}

function before({ events }: HistoryGroup): number {
  return (events[0]?.seq ?? 1) - 1;
}

/** null: there was no trip yet. */
function seqOf(group: HistoryGroup | undefined): number | null {
  return group && before(group) > 0 ? before(group) : null;
}
