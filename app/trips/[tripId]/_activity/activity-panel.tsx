"use client";

import { History as HistoryIcon, Undo2, X } from "lucide-react";
import { useTranslations } from "next-intl";
import { useFormats } from "#app/_i18n/use-formats.ts";
import { Avatar } from "#app/_ui/avatar.tsx";
import { Button } from "#app/_ui/button.tsx";
import { EmptyState } from "#app/_ui/empty-state.tsx";
import { InlineAlert } from "#app/_ui/inline-alert.tsx";
import { Skeleton } from "#app/_ui/skeleton.tsx";
import { useHistory } from "#lib/client/history.ts";
import { useTrip, useTripActions } from "#lib/client/trip-context.tsx";
import { dateInZone } from "#lib/shared/dates.ts";
import type { VisibleEvent } from "#lib/shared/events.ts";
import { useMay } from "../_shell/may.tsx";
import { usePeople } from "../_shell/people.tsx";
import { useView, useViewState } from "../_shell/view.tsx";
import { groupEvents, type HistoryGroup, isUndoable, writesAbout } from "./history-groups.ts";
import { useHistoryWords } from "./use-history-words.ts";

/** Everything that happened, newest first, in words, each with a way back. */
export default function ActivityPanel() {
  const t = useTranslations("trip-activity");
  const history = useHistory();
  const about = useViewState(({ historyOf }) => historyOf);
  const { events } = history;
  const shown = about === null ? events : writesAbout(events, (event) => isAbout(event, about));
  const groups = groupEvents(shown);
  return (
    <div className="h-full overflow-y-auto overscroll-contain pr-3 pb-8 pl-11 [--ground:var(--color-paper)] phone:px-1">
      <h2 className="sr-only">{t("title")}</h2>
      {about === null ? null : <AboutOne stopId={about} />}
      {history.isError ? <InlineAlert className="px-3 py-2">{t("failed")}</InlineAlert> : null}
      <Days groups={groups} events={events} />
      {history.isPending ? <ActivitySkeleton /> : null}
      {!history.isPending && groups.length === 0 && !history.hasOlder ? (
        <EmptyState icon={HistoryIcon} title={t("empty")} />
      ) : null}
      {history.hasOlder ? (
        <Button tone="plain" className="mt-2 ml-0.5 text-text-2" onClick={history.loadOlder}>
          {t("older")}
        </Button>
      ) : null}
    </div>
  );
}

function isAbout(event: VisibleEvent, stopId: string): boolean {
  if (event.entityId === stopId) return true;
  return "target" in event.entity && event.entity.target.id === stopId;
}

function AboutOne({ stopId }: { stopId: string }) {
  const t = useTranslations("trip-activity");
  const view = useView();
  const name = useTrip((trip) => trip.stops.find(({ id }) => id === stopId)?.name ?? null);
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

/** Under the day each thing happened on, by the reader's calendar. */
function Days({ groups, events }: { groups: HistoryGroup[]; events: VisibleEvent[] }) {
  const formats = useFormats();
  const words = useHistoryWords(events);
  const days = new Map<string, HistoryGroup[]>();
  for (const group of groups) {
    const date = dateInZone(new Date(group.at), formats.zone);
    days.set(date, [...(days.get(date) ?? []), group]);
  }
  return [...days].map(([date, list]) => (
    <section key={date} aria-label={formats.day(date, { weekday: true })}>
      <h3 className="sticky top-0 z-(--z-sticky) bg-paper px-3 pt-4 pb-1 text-sm font-semibold text-text-2">
        {formats.day(date, { weekday: true })}
      </h3>
      <ol>
        {list.map((group) => (
          <GroupRow key={group.seq} group={group} words={words} />
        ))}
      </ol>
    </section>
  ));
}

type GroupRowProps = { group: HistoryGroup; words: ReturnType<typeof useHistoryWords> };

function GroupRow({ group, words }: GroupRowProps) {
  const t = useTranslations("trip-activity");
  const formats = useFormats();
  const people = usePeople();
  const actions = useTripActions();
  const { edit } = useMay();
  const actor = group.actorId === null ? undefined : people.byUser.get(group.actorId);

  async function undo() {
    // Newest first: an older write may be what a newer one stands on. A refusal comes as a notice and ends it.
    for (const seq of group.seqs) await actions.undo(seq);
  }

  return (
    <li className="group/row grid min-h-10 grid-cols-[24px_minmax(0,1fr)_auto] items-start gap-3 rounded-sm px-3 py-2 hover:bg-hover phone:min-h-12 phone:items-center">
      {actor ? (
        <Avatar person={actor} alt="" />
      ) : (
        <HistoryIcon size={16} className="m-1 text-text-3" aria-hidden />
      )}
      <p className="min-w-0 pt-0.5 break-words text-text-2">
        {words.rich(group, (text) => (
          <b className="font-medium text-text">{text}</b>
        ))}{" "}
        <time
          dateTime={group.at}
          title={formats.instant(group.at)}
          className="text-xs whitespace-nowrap text-text-3"
        >
          {formats.ago(group.at)}
        </time>
      </p>
      {edit && isUndoable(group) ? (
        <Button
          size="sm"
          tone="plain"
          icon={Undo2}
          aria-label={t("undoThis", { line: words.sentence(group) })}
          className="-my-0.5 text-text-2 md:opacity-0 md:group-hover/row:opacity-100 md:focus-visible:opacity-100"
          onClick={() => void undo().catch(() => {})}
        >
          {t("undo")}
        </Button>
      ) : null}
    </li>
  );
}

export function ActivitySkeleton() {
  return (
    <div className="space-y-4 px-3 pt-6">
      {[72, 56, 64, 48, 60].map((width) => (
        <div key={width} className="flex gap-3">
          <Skeleton className="size-6 rounded-full" />
          <span style={{ width: `${width}%` }}>
            <Skeleton className="h-4 w-full" />
          </span>
        </div>
      ))}
    </div>
  );
}
