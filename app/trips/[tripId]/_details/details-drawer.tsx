"use client";

import { ChevronDown, ChevronUp, X } from "lucide-react";
import { useTranslations } from "#app/_i18n/use-translations.ts";
import { type ReactNode, useEffect, useRef } from "react";
import { Drawer } from "#app/_ui/drawer.tsx";
import { IconButton } from "#app/_ui/icon-button.tsx";
import { useTrip, useTripActions } from "#lib/client/trip-context.tsx";
import type { ReservationDto } from "#lib/shared/reservations.ts";
import type { StopDto } from "#lib/shared/stops.ts";
import { BookingDetails } from "../_bookings/booking-details.tsx";
import { focusRow } from "../_drag/use-keyboard-move.ts";
import { useShownPlan } from "../_plan/plan-data.tsx";
import { stopsOf } from "../_plan/plan-model.ts";
import { useMay } from "../_shell/may.tsx";
import { useView, useViewState } from "../_shell/view.tsx";
import { useSuggestedMark } from "../_suggestions/use-suggested.ts";
import { Composer } from "./composer.tsx";
import { HistoryLine } from "./history-line.tsx";
import { StopDetails } from "./stop-details.tsx";

/** The open stop or booking beside the map, or as a sheet on a phone. */
export default function DetailsDrawer() {
  const t = useTranslations("trip-details");
  const view = useView();
  const stopId = useViewState((state) => state.stopId);
  const reservationId = useViewState((state) => state.reservationId);
  const stop = useTrip((trip) => trip.stops.find(({ id }) => id === stopId) ?? null);
  const booking = useTrip((trip) => trip.reservations.find(({ id }) => id === reservationId) ?? null);
  const open = stop ?? booking;
  const openId = stopId ?? reservationId;
  const { join } = useMay();
  const isPast = useViewState(({ past }) => past !== null);
  // What is only suggested is not there for the others: nobody could answer.
  const isDrafted = useSuggestedMark(openId ?? "")?.isNew === true;
  useOpenPresence(isDrafted ? null : (open?.id ?? null));
  // An id that leads nowhere, as of a stop deleted elsewhere, closes itself.
  useEffect(() => {
    if (openId !== null && open === null) view.closeDetails();
  }, [openId, open, view]);

  function close() {
    view.closeDetails();
    if (openId) requestAnimationFrame(() => document.activeElement === document.body && focusOrigin(openId));
  }

  return (
    <Drawer
      open={open !== null}
      onOpenChange={(isOpen) => {
        if (!isOpen) close();
      }}
      title={stop?.name ?? booking?.title ?? t("details")}
      className="phone:bg-surface"
      head={
        <>
          {stop ? <StopHead stop={stop} /> : null}
          {booking ? <BookingHead booking={booking} /> : null}
          {open ? <IconButton label={t("close")} icon={X} onClick={close} /> : null}
        </>
      }
      foot={
        open && !isDrafted ? (
          <>
            {isPast ? null : <HistoryLine row={open} />}
            {join ? (
              <Composer key={open.id} target={{ kind: stop ? "stop" : "reservation", id: open.id }} />
            ) : null}
          </>
        ) : null
      }
    >
      {stop ? (
        <Focused label={stop.name}>
          <StopDetails key={stop.id} stop={stop} />
        </Focused>
      ) : null}
      {booking ? (
        <Focused label={booking.title}>
          <BookingDetails key={booking.id} booking={booking} />
        </Focused>
      ) : null}
    </Drawer>
  );
}

/** Back to where it was opened: its row in the plan or in the list of bookings. */
function focusOrigin(id: string) {
  focusRow(id);
  document.querySelector<HTMLElement>(`[data-booking="${id}"] button`)?.focus();
}

function StopHead({ stop }: { stop: StopDto }) {
  const t = useTranslations("trip-details");
  const view = useView();
  const { byDay, order } = useShownPlan();
  const ids = order.flatMap((dayId) => stopsOf(byDay, dayId)).map(({ id }) => id);
  const labels = { title: t("details"), previous: t("previous"), next: t("next") };
  return <Steps ids={ids} at={ids.indexOf(stop.id)} labels={labels} go={view.openStop} />;
}

function BookingHead({ booking }: { booking: ReservationDto }) {
  const t = useTranslations("trip-bookings");
  const view = useView();
  const ids = useTrip((trip) => trip.reservations).map(({ id }) => id);
  const labels = { title: t("details"), previous: t("previous"), next: t("next") };
  return <Steps ids={ids} at={ids.indexOf(booking.id)} labels={labels} go={view.openReservation} />;
}

type StepsProps = {
  ids: readonly string[];
  at: number;
  labels: { title: string; previous: string; next: string };
  go: (id: string) => void;
};

/** What this is, and the way to the ones before and after it. */
function Steps({ ids, at, labels, go }: StepsProps) {
  const [before, after] = [ids[at - 1], ids[at + 1]];
  return (
    <>
      <span aria-hidden className="flex-1 text-sm font-medium text-text-3">
        {labels.title}
      </span>
      <IconButton
        label={labels.previous}
        icon={ChevronUp}
        disabled={before === undefined}
        onClick={() => before && go(before)}
      />
      <IconButton
        label={labels.next}
        icon={ChevronDown}
        disabled={after === undefined}
        onClick={() => after && go(after)}
      />
    </>
  );
}

/** Takes the focus when the details were opened by keyboard. */
function Focused({ label, children }: { label: string; children: ReactNode }) {
  const turn = useViewState((state) => state.detailsFocus);
  const box = useRef<HTMLElement>(null);
  const seen = useRef(0);
  useEffect(() => {
    if (turn > seen.current) box.current?.focus({ preventScroll: true });
    seen.current = turn;
  }, [turn]);
  return (
    <section ref={box} tabIndex={-1} aria-label={label} className="outline-none focus-visible:shadow-none">
      {children}
    </section>
  );
}

/** Tells the others which stop or booking is open here. */
function useOpenPresence(stopId: string | null) {
  const actions = useTripActions();
  useEffect(() => {
    actions.setPresence({ stopId, field: null });
  }, [actions, stopId]);
  useEffect(() => () => actions.setPresence({ stopId: null, field: null }), [actions]);
}
