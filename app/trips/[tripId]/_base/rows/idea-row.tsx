"use client";

import { useTranslations } from "#app/_i18n/use-translations.ts";
import { memo } from "react";
import { useFormats } from "#app/_i18n/use-formats.ts";
import { AvatarStack } from "#app/_ui/avatar.tsx";
import { cx } from "#app/_ui/cx.ts";
import { Icon } from "#app/_ui/icon.tsx";
import type { StopDto } from "#lib/shared/stops.ts";
import { useOpenDecision } from "./use-open-decision.ts";
import { useDragState } from "../drag/drag-context.tsx";
import { useMoneyFormat } from "../money/use-money-format.ts";
import { categoryIcons } from "../icons/category-icon.ts";
import { CommentCount } from "./comment-count.tsx";
import { rowClass } from "./row-class.ts";
import { StopName } from "./stop-name.tsx";
import { usePeople } from "../people.tsx";
import { useViewState } from "../view.tsx";
import { SuggestedLine, suggestedRow } from "../suggestions/suggested-line.tsx";
import { useSuggestedMark } from "../suggestions/use-suggested.ts";
import { VoteButtons } from "./vote-buttons.tsx";

export const IdeaRow = memo(function IdeaRow({ stop }: { stop: StopDto }) {
  const selected = useViewState((view) => view.stopId === stop.id);
  const hovered = useViewState((view) => view.hoveredId === stop.id);
  const lifted = useDragState((drag) => drag.movingId === stop.id);
  const mark = useSuggestedMark(stop.id);
  return (
    <li
      data-stop={stop.id}
      data-hovered={hovered || undefined}
      className={rowClass(
        selected,
        cx(
          "grid min-h-9 grid-cols-[20px_minmax(0,1fr)_auto_auto] items-center gap-x-2.5 pr-1 pl-3 phone:min-h-14 phone:grid-cols-[24px_minmax(0,1fr)_auto] phone:pr-2",
          selected && "phone:bg-transparent",
          lifted && "*:opacity-40",
          mark && suggestedRow,
        ),
      )}
    >
      <Icon of={categoryIcons[stop.category]} size={20} className="text-text-2" />
      <div className="flex min-w-0 items-baseline gap-1.5 phone:block">
        <StopName stop={stop} className={cx("min-w-0", mark?.isRemoved && "text-text-3 line-through")} />
        {mark ? (
          <SuggestedLine
            mark={mark}
            className="flex min-w-0 shrink-999 items-center gap-1 text-xs phone:text-sm"
          />
        ) : (
          <IdeaFacts stop={stop} className="contents phone:flex" />
        )}
        <CommentCount
          of={stop.id}
          count={stop.commentCount}
          className="shrink-0 text-xs text-text-3 phone:text-sm"
        />
      </div>
      <Voters stop={stop} />
      <VoteButtons stop={stop} />
    </li>
  );
});

type IdeaFactsProps = {
  stop: StopDto;
  /** The classes that lay the facts out in the row. */
  className?: string;
};

/** Shows that the idea is in an open decision, and as many of its other facts as fit. */
export function IdeaFacts({ stop, className = "flex" }: IdeaFactsProps) {
  const t = useTranslations("trip");
  const formats = useFormats();
  const { money } = useMoneyFormat();
  const former = stop.formerDate ? t("wasOn", { day: formats.day(stop.formerDate, { weekday: true }) }) : "";
  const cost = stop.cost ? money(stop.cost) : "";
  const isOpen = useOpenDecision(stop.id) !== null;
  const facts = [former, cost, stop.place?.address ?? ""].filter(Boolean).join(" · ");
  if (!isOpen && facts === "") return null;
  return (
    <span className={cx(className, "min-w-0 gap-1 text-xs text-text-3 phone:text-sm")}>
      {isOpen ? <span className="shrink-0">{t("inDecision")}</span> : null}
      {facts ? (
        <span className="max-w-max min-w-0 grow basis-0 truncate">
          {isOpen ? "· " : null}
          {facts}
        </span>
      ) : null}
    </span>
  );
}

export function Voters({ stop }: { stop: StopDto }) {
  const t = useTranslations("trip");
  const formats = useFormats();
  const { byMember } = usePeople();
  const voters = stop.votes.flatMap(({ memberId, value }) =>
    value > 0 ? (byMember.get(memberId) ?? []) : [],
  );
  if (voters.length === 0) return <span className="phone:hidden" />;
  const names = voters.map(({ name }) => name);
  return (
    <span className="phone:hidden">
      <AvatarStack people={voters} max={3} size={20} label={t("votedFor", { names: formats.list(names) })} />
    </span>
  );
}
