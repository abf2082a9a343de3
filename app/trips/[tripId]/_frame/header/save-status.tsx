"use client";

import { Check, CloudOff, TriangleAlert } from "lucide-react";
import { useClock } from "#app/_i18n/use-clock.ts";
import { useFormats } from "#app/_i18n/use-formats.ts";
import { useTranslations } from "#app/_i18n/use-translations.ts";
import { cx } from "#app/_ui/cx.ts";
import { Icon } from "#app/_ui/icon.tsx";
import { Spinner } from "#app/_ui/spinner.tsx";
import { useConfirmedAt, useConnection, useSaveState } from "#lib/client/open-trip/trip-context.tsx";
import { dateInZone } from "#lib/shared/dates.ts";
import { UnsentButton, usePreloadedUnsentChanges } from "../../_queue/unsent-button.tsx";
import { roundUpToMinute, useRetryDelay, useUnsentCounts } from "../../_base/use-unsent.ts";
import { useMay } from "../../_base/may.tsx";

/** An interruption of the network that is shorter than this is shown without a time. */
const SHORT_MS = 60_000;

interface QuietState {
  words: string;
  /** A shorter text with the same meaning, for narrow screens. */
  short: string;
  /** Whether there are changes that the user can look at. */
  isOpenable: boolean;
  isRefused: boolean;
}

/** Returns the state that is shown on a phone, too; null if everything is saved and connected. */
export function useUnsavedState(): QuietState | null {
  const t = useTranslations("trip");
  const connection = useConnection();
  const save = useSaveState();
  const { waiting, elsewhere, refused } = useUnsentCounts();
  const away = useAwayWords();
  const until = useLimit();
  if (save === "waiting" || elsewhere > 0) {
    const key =
      connection === "signed-out" ? "held" : away !== null ? "offline" : until ? "limited" : "waiting";
    const values = { count: waiting, time: until ?? "" };
    const words = { words: t(`unsent.${key}`, values), short: t(`unsentShort.${key}`, values) };
    return { ...words, isOpenable: true, isRefused: refused > 0 };
  }
  if (refused > 0) {
    const count = { count: refused };
    const words = { words: t("unsent.refused", count), short: t("unsentShort.refused", count) };
    return { ...words, isOpenable: true, isRefused: true };
  }
  return away === null ? null : { words: away, short: away, isOpenable: false, isRefused: false };
}

/** Returns the time until which the service accepts no further changes; null if it accepts them. */
function useLimit(): string | null {
  const formats = useFormats();
  const hindrance = useRetryDelay();
  return hindrance?.why === "limited" ? formats.clock(roundUpToMinute(hindrance.until)) : null;
}

/** Describes how old the shown state is while the network is away; null while it is not. */
function useAwayWords(): string | null {
  const t = useTranslations("trip");
  const connection = useConnection();
  const now = useClock();
  const asOf = useConfirmedAt() ?? now;
  const time = useMomentWords(asOf);
  if (connection === "offline") return t("offline", { time });
  if (connection !== "reconnecting") return null;
  return now - asOf < SHORT_MS ? t("reconnecting") : t("reconnectingAsOf", { time });
}

/** Formats the time of a moment, with the date if it is not today. */
function useMomentWords(at: number): string {
  const formats = useFormats();
  const moment = new Date(at);
  const isToday = dateInZone(moment, formats.zone) === formats.today();
  return isToday ? formats.clock(moment.toISOString()) : formats.moment(moment.toISOString());
}

const line = "flex shrink-0 items-center gap-1.5 text-xs whitespace-nowrap";

/**
 * Shows "Saved", or a button that says that changes wait for the network or were refused, and that opens their list.
 */
export function SaveLine() {
  const t = useTranslations("trip");
  const save = useSaveState();
  const quiet = useUnsavedState();
  const { edit, join } = useMay();
  usePreloadedUnsentChanges();
  if (!edit && !join && !quiet) return null;
  const words = quiet?.words ?? (save === "saving" ? t("saving") : t("saved"));
  const icon = quiet ? (
    <Icon of={quiet.isRefused ? TriangleAlert : CloudOff} size={14} />
  ) : save === "saving" ? (
    <Spinner />
  ) : (
    <Icon of={Check} size={14} />
  );
  const tone = quiet?.isRefused ? "text-warning" : "text-text-3";
  return (
    <span className="flex shrink-0 phone:hidden">
      <output className={quiet?.isOpenable ? "sr-only" : cx(line, tone)}>
        {quiet?.isOpenable ? null : icon}
        {words}
      </output>
      {quiet?.isOpenable ? (
        <UnsentButton
          state={quiet.words}
          className={cx(line, tone, "min-h-8 rounded-sm px-2 hover:bg-hover touch:min-h-11")}
        >
          {icon}
          {words}
        </UnsentButton>
      ) : null}
    </span>
  );
}
