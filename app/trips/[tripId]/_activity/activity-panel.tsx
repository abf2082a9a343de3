"use client";

import { ArrowUp, History as HistoryIcon, X } from "lucide-react";
import { useDeferredValue, useEffect, useRef, useState } from "react";
import { useFormats } from "#app/_i18n/use-formats.ts";
import { useTranslations } from "#app/_i18n/use-translations.ts";
import { Button } from "#app/_ui/button.tsx";
import { EmptyState } from "#app/_ui/empty-state.tsx";
import { InlineAlert } from "#app/_ui/inline-alert.tsx";
import { TextButton } from "#app/_ui/text-link.tsx";
import { type History, useHistory } from "#lib/client/open-trip/history.ts";
import { useTrip } from "#lib/client/open-trip/trip-context.tsx";
import { dateInZone } from "#lib/shared/dates.ts";
import type { VisibleEvent } from "#lib/shared/events.ts";
import { useView, useViewState } from "../_base/view.tsx";
import { ActivityFilters } from "./activity-filters.tsx";
import { ActivitySkeleton } from "./activity-skeleton.tsx";
import { HistoryRowsContext, GroupRow, textsOfGroup } from "./group-row.tsx";
import { NO_FILTER, isShown } from "./history-filter.ts";
import {
  groupEvents,
  type HistoryGroup,
  isGroupIncomplete,
  writesAbout,
} from "../_model/history/history-groups.ts";
import { useScrollToEvent } from "./use-found-line.ts";
import { useHistoryWords } from "../_base/history/use-history-words.ts";
import { useScrollAnchor } from "./use-scroll-anchor.ts";
import { useDeletedRowNames } from "./use-names-of-gone.ts";

/** Lists everything that happened in the trip as sentences, newest first, each with an undo if possible. */
export default function ActivityPanel() {
  const t = useTranslations("trip-activity");
  const newest = useHistory();
  // The list is rendered with low priority, so that new events do not delay the user's presses.
  const history = { ...newest, events: useDeferredValue(newest.events) };
  useDeletedRowNames(history);
  const about = useViewState(({ historyOf }) => historyOf);
  const [filter, setFilter] = useState(NO_FILTER);
  const scroller = useRef<HTMLDivElement>(null);
  const { events } = history;
  const all = groupEvents(events);
  const kept = about === null ? all : groupEvents(writesAbout(events, (event) => isAbout(event, about)));
  const groups = kept.filter((group) => isShown(group, filter));
  const { seenSeq, toTop } = useScrollAnchor(scroller, events[0]?.seq ?? 0);
  const fresh = groups.filter(({ seq }) => seq > seenSeq).length;
  useScrollToEvent(scroller, groups, () => setFilter(NO_FILTER));
  return (
    <div className="flex h-full flex-col [--ground:var(--color-paper)]">
      <h2 className="sr-only">{t("title")}</h2>
      <div className="shrink-0 pl-11 phone:pl-1">
        {about === null ? <ActivityFilters filter={filter} onChange={setFilter} /> : <AboutOne id={about} />}
      </div>
      <div className="relative min-h-0 flex-1">
        {fresh > 0 ? (
          <Button
            tone="primary"
            size="sm"
            icon={ArrowUp}
            className="absolute top-1 left-1/2 z-(--z-sticky) -translate-x-1/2 rounded-full! shadow-2"
            onClick={toTop}
          >
            {t("fresh", { count: fresh })}
          </Button>
        ) : null}
        <div
          ref={scroller}
          className="h-full overflow-y-auto overscroll-contain pr-3 pb-8 pl-11 [overflow-anchor:none] phone:px-1"
        >
          <Days groups={groups} all={all} history={history} about={about} />
          <Older history={history} isEmpty={groups.length === 0} isFiltered={kept.length > 0} />
        </div>
      </div>
    </div>
  );
}

function isAbout(event: VisibleEvent, id: string): boolean {
  if (event.entityId === id) return true;
  return "target" in event.entity && event.entity.target.id === id;
}

function AboutOne({ id }: { id: string }) {
  const t = useTranslations("trip-activity");
  const view = useView();
  const name = useTrip(
    (trip) =>
      trip.stops.find((stop) => stop.id === id)?.name ??
      trip.reservations.find((booking) => booking.id === id)?.title,
  );
  return (
    <div className="flex h-10 items-center gap-2 pl-3 text-sm text-text-2 phone:h-12">
      <span className="truncate">{t("only", { name: name ?? t("aStop") })}</span>
      <Button
        size="sm"
        tone="plain"
        icon={X}
        className="text-text-2"
        onClick={() => view.set({ historyOf: null })}
      >
        {t("all")}
      </Button>
    </div>
  );
}

type DaysProps = {
  groups: readonly HistoryGroup[];
  /** All groups, also those that the filter hides. */
  all: readonly HistoryGroup[];
  history: History;
  about: string | null;
};

/** Groups the history by day, in the reader's time zone. */
function Days({ groups, all, history: { events, hasOlder }, about }: DaysProps) {
  const formats = useFormats();
  const words = useHistoryWords(events);
  const groupOf = (seq: number) => all.find((group) => group.events.some((event) => event.seq === seq));
  const days = Map.groupBy(groups, ({ at }) => dateInZone(new Date(at), formats.zone));
  const sections = [...days].map(([date, list]) => (
    <section key={date} aria-label={formats.day(date, { weekday: true })}>
      <h3 className="sticky top-0 z-(--z-sticky) bg-paper px-3 pt-3 pb-1 text-sm font-semibold text-text-2">
        {formats.day(date, { weekday: true })}
      </h3>
      <ol>
        {list.map((group) => (
          <GroupRow
            // The key is the oldest event's seq, so that the row stays the same when newer writes join it.
            key={group.events[0]?.seq ?? group.seq}
            group={group}
            said={textsOfGroup(group, words)}
            words={words}
            isCut={isGroupIncomplete(group, events, hasOlder)}
            about={about}
          />
        ))}
      </ol>
    </section>
  ));
  return <HistoryRowsContext value={{ words, groupOf }}>{sections}</HistoryRowsContext>;
}

type OlderProps = { history: History; isEmpty: boolean; isFiltered: boolean };

/** The end of the loaded history; older events are loaded when the end comes near the visible part. */
function Older({ history, isEmpty, isFiltered }: OlderProps) {
  const t = useTranslations("trip-activity");
  const end = useRef<HTMLDivElement>(null);
  const { hasOlder, isPending, isError, isLoadingOlder, loadOlder } = history;
  const isIdle = hasOlder && !isLoadingOlder && !isError;
  useEffect(() => {
    if (!isIdle || !end.current) return undefined;
    const near = new IntersectionObserver(
      ([entry]) => {
        if (entry?.isIntersecting) loadOlder();
      },
      { root: end.current.closest(".overflow-y-auto"), rootMargin: "600px" },
    );
    near.observe(end.current);
    return () => near.disconnect();
  });
  return (
    <div ref={end}>
      {isError ? (
        <InlineAlert
          tone="danger"
          live
          className="px-3 py-3"
          action={<TextButton onClick={loadOlder}>{t("retry")}</TextButton>}
        >
          {t("failed")}
        </InlineAlert>
      ) : null}
      {isPending || isLoadingOlder ? <ActivitySkeleton label={t("loading")} /> : null}
      {isEmpty && !isPending && !isError && !hasOlder ? (
        <EmptyState icon={HistoryIcon} title={t(isFiltered ? "noneHere" : "empty")}>
          {isFiltered ? null : t("emptyHint")}
        </EmptyState>
      ) : null}
      {isIdle ? (
        <Button tone="plain" className="mt-2 ml-0.5 text-text-2" onClick={loadOlder}>
          {t("older")}
        </Button>
      ) : null}
    </div>
  );
}
