"use client";

import { useLocale } from "next-intl";
import { useTranslations } from "#app/_i18n/use-translations.ts";
import { intlLocales, type Locale } from "#app/_i18n/locales.ts";
import { useFormats } from "#app/_i18n/use-formats.ts";
import { AvatarStack } from "#app/_ui/avatar.tsx";
import { Button } from "#app/_ui/button.tsx";
import { cx } from "#app/_ui/cx.ts";
import { Icon } from "#app/_ui/icon.tsx";
import type { StopDto } from "#lib/shared/stops.ts";
import { VoteButtons } from "../_base/rows/vote-buttons.tsx";
import { useMoneyFormat } from "../_base/money/use-money-format.ts";
import { categoryIcons } from "../_base/icons/category-icon.ts";
import { shortName, usePeople } from "../_base/people.tsx";
import { useView, useViewState } from "../_base/view.tsx";
import { useDecisionWords } from "./use-decision-words.ts";

type CandidateTileProps = {
  stop: StopDto;
  /** Whether the tile takes the full width on a phone. */
  isWide: boolean;
  /** The sum of the votes. */
  score: number;
  leads: boolean;
  /** Chooses this candidate; undefined if no choice is needed or the user may not choose. */
  onChoose?: (() => void) | undefined;
};

/** A candidate of a decision, with its votes and the user's own vote. */
export function CandidateTile({ stop, isWide, score, leads, onChoose }: CandidateTileProps) {
  const t = useTranslations("trip-decisions");
  const locale = useLocale();
  const view = useView();
  const selected = useViewState(({ stopId }) => stopId === stop.id);
  const hovered = useViewState(({ hoveredId }) => hoveredId === stop.id);
  return (
    <li
      onPointerEnter={() => view.set({ hoveredId: stop.id })}
      onPointerLeave={() => view.set({ hoveredId: null })}
      className={cx(
        "relative flex min-w-0 flex-col rounded-sm p-2.5 [--ground:var(--color-sunken)]",
        selected ? "bg-accent-tint" : hovered ? "bg-hover" : "bg-sunken",
      )}
    >
      <span className="flex h-5 items-center gap-1.5 text-xs text-text-3">
        <Icon of={categoryIcons[stop.category]} />
        {leads ? <span className="font-medium text-text">{t("leading")}</span> : null}
        <span className="ml-auto font-medium text-text-2">
          <span aria-hidden>{signed(locale, score)}</span>
          <span className="sr-only">{t("score", { score })}</span>
        </span>
      </span>
      <button
        type="button"
        aria-label={t("details", { name: stop.name })}
        onClick={() => view.openStop(stop.id)}
        className="mt-1 line-clamp-2 cursor-pointer text-left text-md leading-5 font-medium outline-none after:absolute after:inset-0 after:rounded-sm focus-visible:shadow-none focus-visible:after:shadow-(--ring)"
      >
        {stop.name}
      </button>
      <CandidateFacts stop={stop} />
      <div className={cx("mt-auto", isWide && "phone:flex phone:items-center phone:gap-2")}>
        <Voters stop={stop} />
        <VoteButtons
          stop={stop}
          className={cx("relative -ml-2 inline-flex gap-0.5 pt-1", isWide && "phone:-mr-2 phone:ml-auto")}
        />
      </div>
      {onChoose ? (
        <Button
          tone="accent"
          size="sm"
          className="relative mt-2 w-full bg-surface"
          aria-label={t("chooseNamed", { name: stop.name })}
          onClick={onChoose}
        >
          {t("choose")}
        </Button>
      ) : null}
    </li>
  );
}

/** Formats a score as "+2", "0" or "−1". */
function signed(locale: Locale, score: number): string {
  return new Intl.NumberFormat(intlLocales[locale], { signDisplay: "exceptZero" }).format(score);
}

/** Shows the address, the cost and the present day of the stop. */
function CandidateFacts({ stop }: { stop: StopDto }) {
  const t = useTranslations("trip-decisions");
  const format = useMoneyFormat();
  const { day } = useDecisionWords();
  const standing = day(stop.dayId);
  const where = [stop.place?.address, standing && t("onDay", { day: standing })].filter(Boolean).join(" · ");
  return (
    <>
      {where ? <p className="line-clamp-2 text-xs text-text-3 phone:text-sm">{where}</p> : null}
      {stop.cost ? (
        <p className="text-xs whitespace-nowrap text-text-2 phone:text-sm">{format.money(stop.cost)}</p>
      ) : null}
    </>
  );
}

/** Shows the avatars of the members who voted for the stop; those against it are named in text. */
function Voters({ stop }: { stop: StopDto }) {
  const t = useTranslations("trip-decisions");
  const formats = useFormats();
  const { byMember } = usePeople();
  const people = (value: number) =>
    stop.votes.flatMap((vote) => {
      const person = vote.value === value ? byMember.get(vote.memberId) : undefined;
      return person && person.leftAt === null ? [person] : [];
    });
  const [up, down] = [people(1), people(-1)];
  const names = (list: typeof up) => formats.list(list.map(({ name }) => shortName(name)));
  return (
    <div className="flex min-w-0 flex-wrap items-center gap-x-2 gap-y-0.5 pt-2">
      {up.length > 0 ? (
        <AvatarStack people={up} max={4} size={20} label={t("votedFor", { names: names(up) })} />
      ) : null}
      {down.length > 0 ? (
        <span className="min-w-0 truncate text-xs text-text-3">
          {t("against", { names: names(down), count: down.length })}
        </span>
      ) : null}
    </div>
  );
}
