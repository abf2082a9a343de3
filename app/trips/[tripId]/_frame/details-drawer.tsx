"use client";

import { ChevronDown, ChevronUp, X } from "lucide-react";
import { useTranslations } from "#app/_i18n/use-translations.ts";
import { type ReactNode, useEffect, useRef } from "react";
import { Drawer } from "#app/_ui/drawer.tsx";
import { focusLater } from "#app/_ui/focus-later.ts";
import { IconButton } from "#app/_ui/icon-button.tsx";
import { useOneExpense } from "#lib/client/money/expenses.ts";
import { useTrip, useTripActions } from "#lib/client/open-trip/trip-context.tsx";
import type { ExpenseDto } from "#lib/shared/expenses.ts";
import type { ReservationDto } from "#lib/shared/reservations.ts";
import type { StopDto } from "#lib/shared/stops.ts";
import { lazyComponent } from "#app/_ui/lazy-component.tsx";
import { useCodeLoadFailureToast } from "#app/_shell/use-code-load-failure-toast.ts";
import { useAgentAvailability } from "../_base/agent/agent-availability.tsx";
import { DrawerTabs, drawerPanel } from "../_agent/drawer-tabs.tsx";
import { useToggleAgent } from "../_base/agent/use-toggle-agent.ts";
import { BookingDetails } from "./booking-details.tsx";
import { focusRow } from "../_base/drag/use-keyboard-move.ts";
import { ExpenseDetails } from "./expense-details.tsx";
import { ExpenseFailed } from "../_money/expense-failed.tsx";
import { useShownPlan } from "../_base/plan-data.tsx";
import { stopsOf } from "../_model/plan/plan-model.ts";
import { useMay } from "../_base/may.tsx";
import { openRowOf, useView, useViewState } from "../_base/view.tsx";
import { useSuggestedMark } from "../_base/suggestions/use-suggested.ts";
import { Composer } from "../_discussion/composer.tsx";
import { HistoryLine } from "../_details/history-line.tsx";
import { StopDetails } from "./stop-details.tsx";

const AgentPanel = lazyComponent(() => import("../_agent/agent-panel.tsx"));

/** Shows the details of the open stop, reservation or expense, beside the map or on a phone as a sheet. */
export default function DetailsDrawer() {
  const t = useTranslations("trip-details");
  const view = useView();
  const stopId = useViewState((state) => state.stopId);
  const reservationId = useViewState((state) => state.reservationId);
  const stop = useTrip((trip) => trip.stops.find(({ id }) => id === stopId) ?? null);
  const booking = useTrip((trip) => trip.reservations.find(({ id }) => id === reservationId) ?? null);
  const expenseId = useViewState((state) => state.expenseId);
  const { expense, isFailed, retry } = useOneExpense(expenseId);
  const open = stop ?? booking ?? expense ?? null;
  const openId = useViewState(openRowOf);
  const kind = stop ? "stop" : booking ? "reservation" : "expense";
  const { join } = useMay();
  const isPast = useViewState(({ past }) => past !== null);
  // Whether this installation offers the agent here, so that the drawer has a tab for it.
  const hasAgent = useAgentAvailability() !== null;
  const isAgent = useViewState(({ agent }) => agent) && hasAgent;
  const closeAgent = useToggleAgent();
  const missAgent = useCodeLoadFailureToast();
  const isDrafted = useSuggestedMark(openId ?? "")?.isNew === true;
  useOpenPresence(isDrafted || expense?.private ? null : (open?.id ?? null));
  // Details of an id that does not exist, for example of a stop that another member has deleted, close by themselves.
  useEffect(() => {
    if (openId === null || open !== null || expense === undefined) return;
    if (isAgent) view.set({ stopId: null, reservationId: null, expenseId: null });
    else view.closeDetails();
  }, [openId, open, expense, view, isAgent]);

  function close() {
    if (isAgent) closeAgent();
    else view.closeDetails();
    if (openId) focusLater(() => focusOrigin(openId));
  }

  return (
    <Drawer
      open={open !== null || isFailed || isAgent}
      onOpenChange={(isOpen) => {
        if (!isOpen) close();
      }}
      title={isAgent ? t("agent") : (stop?.name ?? booking?.title ?? expense?.title ?? t("details"))}
      className="phone:bg-surface"
      fills={isAgent}
      head={
        <>
          {hasAgent ? <DrawerTabs /> : null}
          {stop && !isAgent ? <StopHead stop={stop} /> : null}
          {booking && !isAgent ? <BookingHead booking={booking} /> : null}
          {expense && !isAgent ? <ExpenseHead expense={expense} /> : null}
          {open || isFailed || isAgent ? <IconButton label={t("close")} icon={X} onClick={close} /> : null}
        </>
      }
      foot={
        open && !isDrafted && !isAgent ? (
          <>
            {isPast ? null : <HistoryLine row={open} />}
            {join ? <Composer key={open.id} target={{ kind, id: open.id }} /> : null}
          </>
        ) : null
      }
    >
      {isAgent ? (
        <div {...drawerPanel} className="h-full" aria-label={t("agent")}>
          <AgentPanel onMissing={missAgent} />
        </div>
      ) : null}
      {isFailed && !isAgent ? (
        <div className="p-4">
          <ExpenseFailed retry={retry} />
        </div>
      ) : null}
      {stop && !isAgent ? (
        <Focused label={stop.name}>
          <StopDetails key={stop.id} stop={stop} />
        </Focused>
      ) : null}
      {booking && !isAgent ? (
        <Focused label={booking.title}>
          <BookingDetails key={booking.id} booking={booking} />
        </Focused>
      ) : null}
      {expense && !isAgent ? (
        <Focused label={expense.title}>
          <ExpenseDetails key={expense.id} expense={expense} />
        </Focused>
      ) : null}
    </Drawer>
  );
}

/**
 * Returns the focus to where the details were opened from: the row in the plan or in the list of reservations or
 * expenses.
 */
function focusOrigin(id: string) {
  focusRow(id);
  document.querySelector<HTMLElement>(`:is([data-booking="${id}"], [data-expense="${id}"]) button`)?.focus();
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

function ExpenseHead({ expense }: { expense: ExpenseDto }) {
  const t = useTranslations("trip-money");
  const view = useView();
  const ids = useTrip((trip) => trip.expenses).map(({ id }) => id);
  const labels = { title: t("details"), previous: t("previous"), next: t("next") };
  return <Steps ids={ids} at={ids.indexOf(expense.id)} labels={labels} go={view.openExpense} />;
}

type StepsProps = {
  ids: readonly string[];
  at: number;
  labels: { title: string; previous: string; next: string };
  go: (id: string) => void;
};

/** The heading of the details, with buttons for the previous and the next row. */
function Steps({ ids, at, labels, go }: StepsProps) {
  // A row that is not in the list has no neighbours.
  const [before, after] = at < 0 ? [] : [ids[at - 1], ids[at + 1]];
  const hasTabs = useAgentAvailability() !== null;
  return (
    <>
      {hasTabs ? null : (
        <span aria-hidden className="flex-1 text-sm font-medium text-text-3">
          {labels.title}
        </span>
      )}
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

/** Takes the focus when the details are opened by keyboard. */
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

/** Shows other members which row this page has open. */
function useOpenPresence(stopId: string | null) {
  const actions = useTripActions();
  useEffect(() => {
    actions.setPresence({ stopId, field: null });
  }, [actions, stopId]);
  useEffect(() => () => actions.setPresence({ stopId: null, field: null }), [actions]);
}
