"use client";

import { ThumbsUp, TriangleAlert } from "lucide-react";
import { useTranslations } from "#app/_i18n/use-translations.ts";
import { type CSSProperties, memo } from "react";
import { Avatar } from "#app/_ui/avatar.tsx";
import { cx } from "#app/_ui/cx.ts";
import { Icon } from "#app/_ui/icon.tsx";
import { toneColor } from "#app/_ui/person-tone.ts";
import type { StopDto } from "#lib/shared/stops.ts";
import { UnplacedNote } from "./unplaced-note.tsx";
import { useOpenDecision } from "../_base/rows/use-open-decision.ts";
import { useDragState } from "../_base/drag/drag-context.tsx";
import { ParticipantAvatars } from "../_base/lanes/participant-avatars.tsx";
import type { Watcher } from "../_base/people.tsx";
import { useMoneyFormat } from "../_base/money/use-money-format.ts";
import { useViewState } from "../_base/view.tsx";
import { SuggestedLine, suggestedRow } from "../_base/suggestions/suggested-line.tsx";
import { useSuggestedMark } from "../_base/suggestions/use-suggested.ts";
import { CommentCount } from "../_base/rows/comment-count.tsx";
import { Count } from "../_base/rows/count.tsx";
import type { TimeWarning } from "../_model/plan/plan-model.ts";
import { rowClass, rowColumns } from "../_base/rows/row-class.ts";
import { StopMarker } from "../_base/rows/stop-marker.tsx";
import { StopName } from "../_base/rows/stop-name.tsx";
import { StopTime } from "./stop-time.tsx";
import { useStopWords } from "../_base/fields/use-stop-words.ts";

type StopRowProps = {
  stop: StopDto;
  number: number | null;
  warning: TimeWarning | null;
  /** The other members who have the stop open. */
  watchers: readonly Watcher[] | undefined;
  /** The day's time zone, which the heading of the day names if necessary. */
  dayZone: string;
};

export const StopRow = memo(function StopRow({ stop, number, warning, watchers, dayZone }: StopRowProps) {
  const selected = useViewState((view) => view.stopId === stop.id);
  const hovered = useViewState((view) => view.hoveredId === stop.id);
  const lifted = useDragState((drag) => drag.movingId === stop.id);
  const mark = useSuggestedMark(stop.id);
  const editor = watchers?.find(({ field }) => field !== null && field !== "comment");
  const who = editor ?? watchers?.[0];
  const tone = who ? ({ "--who": toneColor(who.person.tone ?? 7) } as CSSProperties) : undefined;
  const editsTime = editor?.field === "startTime" || editor?.field === "endTime";
  return (
    <li
      data-stop={stop.id}
      data-hovered={hovered || undefined}
      style={tone}
      className={rowClass(
        selected,
        cx(
          rowColumns,
          "min-h-13.5 scroll-mt-12 scroll-mb-2 items-start py-2 phone:min-h-15 phone:py-2.25",
          selected && "phone:bg-transparent",
          lifted && "*:opacity-40",
          mark && suggestedRow,
        ),
      )}
    >
      <StopTime stop={stop} dayZone={dayZone} edited={editsTime} />
      <StopMarker
        number={number}
        category={stop.category}
        isPlaced={stop.place !== null}
        className={cx(
          "-mt-px ml-px phone:ml-0",
          mark?.isRemoved && "opacity-50",
          who && !editor && "shadow-[0_0_0_2px_var(--color-paper),0_0_0_3.5px_var(--who)]",
        )}
      />
      <div className="min-w-0">
        <StopName
          stop={stop}
          edited={Boolean(editor) && !editsTime}
          className={mark?.isRemoved ? "text-text-3 line-through" : undefined}
        />
        {mark && !who ? (
          <SuggestedLine mark={mark} className={line} />
        ) : (
          <StopLine stop={stop} warning={warning} who={who} />
        )}
      </div>
      <StopFacts stop={stop} />
    </li>
  );
});

const line = "flex items-center gap-1.5 text-xs leading-4.5 phone:text-sm phone:leading-4.75";

/** The line under the name: who has the stop open, else a warning, else its category and address. */
function StopLine({
  stop,
  warning,
  who,
}: {
  stop: StopDto;
  warning: TimeWarning | null;
  who: Watcher | undefined;
}) {
  const t = useTranslations("trip");
  const words = useStopWords();
  const decision = useOpenDecision(stop.id) ? t("inDecision") : "";
  if (who) {
    return (
      <p className={cx(line, "text-text-3")}>
        <Avatar person={who.person} size={20} alt="" className="-my-px" />
        <span className="truncate">{words.watching(who)}</span>
      </p>
    );
  }
  if (warning) {
    return (
      <p className={cx(line, "items-start text-warning")}>
        <Icon of={TriangleAlert} size={14} className="mt-0.5" />
        <span className="min-w-0">{words.warning(warning)}</span>
        <ParticipantAvatars participants={stop.participants} />
      </p>
    );
  }
  const about = [decision, words.about(stop)].filter(Boolean).join(" · ");
  const isLost = stop.place === null && stop.dayId !== null;
  return about || isLost || stop.participants !== null ? (
    <p className={cx(line, "text-text-3")}>
      <ParticipantAvatars participants={stop.participants} />
      {isLost ? <UnplacedNote /> : null}
      <span className="truncate">{about}</span>
    </p>
  ) : null;
}

/** Numbers of comments and votes with the cost below them; an amount is never truncated. */
function StopFacts({ stop }: { stop: StopDto }) {
  const t = useTranslations("trip");
  const format = useMoneyFormat();
  const votesFor = stop.votes.filter(({ value }) => value > 0).length;
  const counts = stop.commentCount > 0 || votesFor > 0;
  return (
    <div className="grid justify-items-end text-right text-xs leading-5 whitespace-nowrap text-text-3 phone:text-sm phone:leading-5.5">
      {counts ? (
        <span className="flex items-center gap-2.5">
          <CommentCount of={stop.id} count={stop.commentCount} />
          {votesFor > 0 ? (
            <Count icon={ThumbsUp} count={votesFor} label={t("votesFor", { count: votesFor })} />
          ) : null}
        </span>
      ) : null}
      {stop.cost ? <span className={counts ? "leading-4.5" : ""}>{format.money(stop.cost)}</span> : null}
    </div>
  );
}
