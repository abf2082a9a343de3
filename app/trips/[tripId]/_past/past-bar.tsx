"use client";

import { ChevronLeft, ChevronRight, History as HistoryIcon } from "lucide-react";
import { useEffect, useEffectEvent, useRef } from "react";
import { useFormats } from "#app/_i18n/use-formats.ts";
import { useTranslations } from "#app/_i18n/use-translations.ts";
import { Button } from "#app/_ui/button.tsx";
import { Icon } from "#app/_ui/icon.tsx";
import { IconButton } from "#app/_ui/icon-button.tsx";
import { Spinner } from "#app/_ui/spinner.tsx";
import { usePastTrip } from "#lib/client/open-trip/past-trip.ts";
import { announce } from "../_base/announcer.tsx";
import { useView, useViewState } from "../_base/view.tsx";
import { MomentPicker } from "./moment-picker.tsx";
import { useMoments } from "./use-moments.ts";

/**
 * The bar above the past view: the moment that is shown, buttons for the changes before and after it, and the way
 * back to the present.
 */
export default function PastBar() {
  const t = useTranslations("trip-activity.past");
  const formats = useFormats();
  const view = useView();
  const seq = useViewState(({ past }) => past);
  const { shownSeq, isPending, isError, retry } = usePastTrip(seq);
  const { current, line, earlier, later } = useMoments(seq);
  const bar = useRef<HTMLElement>(null);
  const when = current ? formats.moment(current.at) : null;
  const words = when === null ? t("label") : t("asOf", { when });
  useShowWhatChanges(shownSeq === seq ? (current?.events ?? []) : []);
  useEffect(() => bar.current?.focus({ preventScroll: true }), []);
  useEffect(() => announce(line === null ? words : `${words}${t("before", { line })}`), [words, line, t]);
  return (
    <section
      ref={bar}
      tabIndex={-1}
      aria-label={t("label")}
      className="flex min-h-12 items-center gap-2 border-b border-line bg-accent-tint px-4 py-1.5 text-sm text-text outline-none focus-visible:shadow-none md:pl-14 phone:flex-wrap phone:gap-y-0 phone:px-3"
    >
      <Icon of={HistoryIcon} className="text-accent-text" />
      <p className="line-clamp-2 min-w-0 flex-1 phone:basis-[calc(100%-2rem)]">
        <b className="font-semibold">{words}</b>
        {line === null ? null : <span className="text-text-2">{t("before", { line })}</span>}
      </p>
      {isError ? (
        <span role="alert" className="text-danger">
          {t("failed")}{" "}
          <Button size="sm" tone="plain" onClick={retry}>
            {t("retry")}
          </Button>
        </span>
      ) : null}
      {isPending ? (
        <span role="status">
          <Spinner />
          <span className="sr-only">{t("loading")}</span>
        </span>
      ) : null}
      <div className="flex items-center gap-1 phone:-ml-2 phone:w-full">
        <IconButton
          label={t("previous")}
          icon={ChevronLeft}
          disabled={earlier === null}
          onClick={() => view.showPast(earlier)}
        />
        <IconButton label={t("next")} icon={ChevronRight} onClick={() => view.showPast(later)} />
        <MomentPicker at={current?.at ?? null} />
        <span className="flex-1 md:hidden" />
        <Button size="sm" tone="primary" onClick={() => view.showPast(null)}>
          {t("now")}
        </Button>
      </div>
    </section>
  );
}

/** Highlights the row of the next change in the plan and on the map. */
function useShowWhatChanges(events: ReadonlyArray<{ entityId: string; op: string }>) {
  const view = useView();
  const ids = events.filter(({ op }) => op.startsWith("stop.") || op.startsWith("reservation."));
  const key = ids.map(({ entityId }) => entityId).join();
  const show = useEffectEvent(() => {
    const rows = key
      .split(",")
      .flatMap((id) => document.querySelector(`[data-stop="${id}"], [data-booking="${id}"]`) ?? []);
    const [row] = rows;
    row?.scrollIntoView({ block: "nearest" });
    view.set({ hoveredId: row?.getAttribute("data-stop") ?? null });
  });
  useEffect(() => {
    if (key !== "") show();
    return () => view.set({ hoveredId: null });
  }, [key, view]);
}
