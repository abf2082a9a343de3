"use client";

import type { NewExpense } from "#lib/shared/expenses.ts";
import type { DateMode } from "#lib/shared/trips.ts";
import { createContext, type ReactNode, use, useEffect, useState } from "react";
import { createStore, type Store, useStore } from "./store.ts";
import { type Opened, type Pane, type UrlState, placeSearch, readUrlState } from "./view-url.ts";

export type OpenDialog =
  | "share"
  | "dates"
  | "findPlaces"
  /** With dates that somebody has worked out already. */
  | { dates: DatesDraft }
  | "destination"
  | "cover"
  | "keys"
  | "notifications"
  | "addBooking"
  | "export"
  | "import"
  | "importExpenses"
  | "duplicate"
  | "offline"
  /** The changes that wait to be sent. */
  | "unsent"
  | { dayId: string }
  /** A better order of this day. */
  | { orderOf: string }
  /** The departures of the way to this stop. */
  | { ridesTo: string }
  /** A question to the group: one that is edited, or a new one about these stops. */
  | { decisionId: string | null; candidates?: readonly string[] }
  | ExpenseDialog
  | SettleDialog
  | { kind: "budget" }
  | PasteDialog
  | null;

export interface DatesDraft {
  startDate: string;
  endDate: string;
  mode: DateMode;
}

/** A new expense, perhaps of what it was for or as it was drafted, or one that is changed. */
export type ExpenseDialog =
  | { kind: "addExpense"; stopId?: string; reservationId?: string; draft?: NewExpense }
  | { kind: "editExpense"; expenseId: string };

/** A pasted text, and the day that it was pasted into; null: Ideas. */
export interface PasteDialog {
  pasted: { dayId: string | null; text: string; html?: string; isShared?: boolean };
}

/** A new settlement with what it begins with, or one that is changed. */
export type SettleDialog =
  | { kind: "settle"; from?: string; to?: string; amount?: number; currency?: string; isPrivate?: boolean }
  | { kind: "editSettlement"; settlementId: string };

/** What this screen shows right now; nothing in it is part of the trip. */
export interface ViewState {
  pane: Pane;
  /** Whose lane is shown; null: the whole plan. */
  who: string | null;
  /** The stop whose details are open, or the booking, or the expense; never two of them. */
  stopId: string | null;
  reservationId: string | null;
  expenseId: string | null;
  /** What is said about the whole trip, in the place of details. */
  talk: boolean;
  /** The changes that somebody suggests, in the same place. */
  suggestions: boolean;
  /** The trip's agent, in front of the open row. */
  agent: boolean;
  hoveredId: string | null;
  /** The day in view, by scrolling. */
  activeDayId: string | null;
  /** Where the next stop is typed: a day, null for Ideas, undefined when nobody types. */
  addTo: string | null | undefined;
  ideasOpen: boolean;
  dialog: OpenDialog;
  /** Activity shows this stop or booking only. */
  historyOf: string | null;
  /** The change that the activity brings into view, by its seq. */
  historyAt: number | null;
  /** The trip is shown as it was after this event, to be looked at; null: as it is. */
  past: number | null;
  /** Goes up when the focus should move into the details. */
  detailsFocus: number;
}

export interface View extends Store<ViewState> {
  openStop: (stopId: string) => void;
  openReservation: (reservationId: string) => void;
  openExpense: (expenseId: string) => void;
  openTalk: () => void;
  openSuggestions: () => void;
  /** In front of whatever row is open. */
  openAgent: () => void;
  /** Back from the agent to the row behind it. */
  leaveAgent: () => void;
  closeDetails: () => void;
  focusDetails: () => void;
  /** On a phone this also closes open details. */
  show: (pane: Pane) => void;
  /** The trip as it was after an event, in the plan if nothing else is open; null: back to now. */
  showPast: (seq: number | null) => void;
  /** Narrows plan, map and bookings to what one member takes part in; null: to nobody. */
  showOnly: (memberId: string | null) => void;
  /** The browser went to another entry of its history. */
  follow: () => void;
}

const NOTHING = {
  stopId: null,
  reservationId: null,
  expenseId: null,
  talk: false,
  suggestions: false,
  agent: false,
} as const;

function isNothing({ stopId, reservationId, expenseId, talk, suggestions, agent }: Opened): boolean {
  return openRowOf({ stopId, reservationId, expenseId }) === null && !talk && !suggestions && !agent;
}

/** The id of the row whose details are open, whatever it is. */
export function openRowOf({
  stopId,
  reservationId,
  expenseId,
}: Pick<Opened, "stopId" | "reservationId" | "expenseId">): string | null {
  return stopId ?? reservationId ?? expenseId;
}

function createView(place: UrlState, activeDayId: string | null): View {
  const store = createStore<ViewState>({
    ...place,
    hoveredId: null,
    activeDayId,
    addTo: undefined,
    ideasOpen: false,
    dialog: null,
    historyOf: null,
    historyAt: null,
    detailsFocus: 0,
  });
  // Whether the newest entry of the history is the details' own, so that closing may go back over it.
  let pushed = false;
  let home: string | null = null;
  function go(to: Partial<UrlState>, how: "push" | "replace") {
    store.set(to);
    home = window.location.pathname;
    const address = `${home}${placeSearch(store.get())}`;
    if (how === "push") window.history.pushState(null, "", address);
    else window.history.replaceState(null, "", address);
  }
  function open(what: Opened) {
    const now = store.get();
    const keys = ["stopId", "reservationId", "expenseId", "talk", "suggestions", "agent"] as const;
    if (keys.every((key) => now[key] === what[key])) return;
    const isFirst = isNothing(now);
    // One step back closes the details, however many stops were looked at in between.
    if (isFirst) pushed = true;
    go(what, isFirst ? "push" : "replace");
  }
  return {
    ...store,
    openStop: (stopId) => open({ ...NOTHING, stopId }),
    openReservation: (reservationId) => open({ ...NOTHING, reservationId }),
    openExpense: (expenseId) => open({ ...NOTHING, expenseId }),
    openTalk: () => open({ ...NOTHING, talk: true }),
    openSuggestions: () => open({ ...NOTHING, suggestions: true }),
    openAgent: () => open({ ...NOTHING, ...rowIn(store.get()), agent: true }),
    leaveAgent: () => open({ ...NOTHING, ...rowIn(store.get()) }),
    focusDetails() {
      store.set({ detailsFocus: store.get().detailsFocus + 1 });
    },
    closeDetails() {
      if (isNothing(store.get())) return;
      store.set(NOTHING);
      if (pushed) window.history.back();
      else go(NOTHING, "replace");
      pushed = false;
    },
    show(pane) {
      if (store.get().pane === pane) return;
      pushed = false;
      go({ pane }, "push");
    },
    showPast(seq) {
      const isEntering = seq !== null && store.get().past === null;
      store.set({ dialog: null, addTo: undefined });
      if (!isEntering) return go({ past: seq }, "replace");
      pushed = false;
      go({ ...NOTHING, pane: "plan", past: seq }, "push");
    },
    showOnly: (who) => go({ who }, "replace"),
    follow() {
      const { who, past } = store.get();
      const there = readUrlState(new URLSearchParams(window.location.search));
      // What was open there writes into another moment of the trip.
      if (there.past !== past) store.set({ dialog: null, addTo: undefined });
      // The lane is how one looks, no step that one goes back over. Other pages have addresses of their own.
      if (there.who !== who && window.location.pathname === home) go({ ...there, who }, "replace");
      else store.set({ ...there, who });
    },
  };
}

function rowIn({ stopId, reservationId, expenseId }: Opened) {
  return { stopId, reservationId, expenseId };
}

const ViewContext = createContext<View | null>(null);

interface ViewProviderProps {
  place: UrlState;
  activeDayId: string | null;
  children: ReactNode;
}

export function ViewProvider({ place, activeDayId, children }: ViewProviderProps) {
  const [view] = useState(() => createView(place, activeDayId));
  useEffect(() => {
    window.addEventListener("popstate", view.follow);
    return () => window.removeEventListener("popstate", view.follow);
  }, [view]);
  return <ViewContext value={view}>{children}</ViewContext>;
}

/** The store itself, for handlers; it never changes. */
export function useView(): View {
  const view = use(ViewContext);
  if (!view) throw new Error("useView needs a ViewProvider above it.");
  return view;
}

/** One part of the view; renders again only when that part changes. */
export function useViewState<S>(select: (state: ViewState) => S): S {
  return useStore(useView(), select);
}
