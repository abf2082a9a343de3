"use client";

import { ChevronDown, ChevronUp, X } from "lucide-react";
import { useTranslations } from "next-intl";
import { useEffect, useRef } from "react";
import { Drawer } from "#app/_ui/drawer.tsx";
import { IconButton } from "#app/_ui/icon-button.tsx";
import { useTrip, useTripActions } from "#lib/client/trip-context.tsx";
import type { StopDto } from "#lib/shared/stops.ts";
import { focusRow } from "../_drag/use-keyboard-move.ts";
import { usePlan } from "../_plan/plan-data.tsx";
import { stopsOf } from "../_plan/plan-model.ts";
import { useMay } from "../_shell/may.tsx";
import { useView, useViewState } from "../_shell/view.tsx";
import { Composer } from "./composer.tsx";
import { HistoryLine } from "./history-line.tsx";
import { StopDetails } from "./stop-details.tsx";

/** The open stop beside the map, or as a sheet on a phone. */
export default function DetailsDrawer() {
  const t = useTranslations("trip-details");
  const view = useView();
  const stopId = useViewState((state) => state.stopId);
  const stop = useTrip((trip) => trip.stops.find(({ id }) => id === stopId) ?? null);
  const { join } = useMay();
  useOpenPresence(stop?.id ?? null);
  // An id that leads nowhere, as of a stop deleted elsewhere, closes itself.
  useEffect(() => {
    if (stopId !== null && stop === null) view.closeStop();
  }, [stopId, stop, view]);

  function close() {
    const id = view.get().stopId;
    view.closeStop();
    if (id) requestAnimationFrame(() => document.activeElement === document.body && focusRow(id));
  }

  return (
    <Drawer
      open={stop !== null}
      onOpenChange={(open) => {
        if (!open) close();
      }}
      title={stop?.name ?? t("details")}
      className="phone:bg-surface"
      head={stop ? <DetailsHead stop={stop} onClose={close} /> : null}
      foot={
        stop ? (
          <>
            <HistoryLine stop={stop} />
            {join ? <Composer key={stop.id} stop={stop} /> : null}
          </>
        ) : null
      }
    >
      {stop ? <FocusedDetails stop={stop} /> : null}
    </Drawer>
  );
}

function DetailsHead({ stop, onClose }: { stop: StopDto; onClose: () => void }) {
  const t = useTranslations("trip-details");
  const view = useView();
  const { byDay, order } = usePlan();
  const sequence = order.flatMap((dayId) => stopsOf(byDay, dayId));
  const at = sequence.findIndex(({ id }) => id === stop.id);
  const go = (offset: number) => {
    const next = sequence[at + offset];
    if (next) view.openStop(next.id);
  };
  return (
    <>
      <span aria-hidden className="flex-1 text-sm font-medium text-text-3">
        {t("details")}
      </span>
      <IconButton label={t("previous")} icon={ChevronUp} disabled={at <= 0} onClick={() => go(-1)} />
      <IconButton
        label={t("next")}
        icon={ChevronDown}
        disabled={at >= sequence.length - 1}
        onClick={() => go(1)}
      />
      <IconButton label={t("close")} icon={X} onClick={onClose} />
    </>
  );
}

/** Takes the focus when the stop was opened by keyboard. */
function FocusedDetails({ stop }: { stop: StopDto }) {
  const turn = useViewState((state) => state.detailsFocus);
  const box = useRef<HTMLElement>(null);
  const seen = useRef(0);
  useEffect(() => {
    if (turn > seen.current) box.current?.focus({ preventScroll: true });
    seen.current = turn;
  }, [turn]);
  return (
    <section
      ref={box}
      tabIndex={-1}
      aria-label={stop.name}
      className="outline-none focus-visible:shadow-none"
    >
      <StopDetails key={stop.id} stop={stop} />
    </section>
  );
}

/** Tells the others which stop is open here. */
function useOpenPresence(stopId: string | null) {
  const actions = useTripActions();
  useEffect(() => {
    actions.setPresence({ stopId, field: null });
  }, [actions, stopId]);
  useEffect(() => () => actions.setPresence({ stopId: null, field: null }), [actions]);
}
