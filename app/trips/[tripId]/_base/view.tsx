"use client";

import type { NewExpense } from "#lib/shared/expenses.ts";
import type { DateMode } from "#lib/shared/trips.ts";
import { createContext, type ReactNode, use, useEffect, useState } from "react";
import { createStore, type Store, useStore } from "./store.ts";
import {
  type DrawerState,
  type Pane,
  type ShownList,
  type UrlState,
  writeUrlState,
  readUrlState,
} from "./view-url.ts";

export type OpenDialog =
  | "share"
  | "dates"
  | "findPlaces"
  /** The dates dialog, filled in with dates that were chosen elsewhere. */
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
  /** The list of the changes that are not sent yet. */
  | "unsent"
  | { dayId: string }
  /** The dialog with a better order for the stops of a day. */
  | { orderOf: string }
  /** The dialog with the departures of the leg to a stop. */
  | { ridesTo: string }
  /** The dialog of a decision: an existing one, or a new one about the stops in `candidates`. */
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

/** The dialog of a new expense, optionally for a stop, a reservation or from a draft, or of an existing one. */
export type ExpenseDialog =
  | { kind: "addExpense"; stopId?: string; reservationId?: string; draft?: NewExpense }
  | { kind: "editExpense"; expenseId: string };

/** The dialog of a pasted text, and the day that it was pasted into; null means Ideas. */
export interface PasteDialog {
  pasted: { dayId: string | null; text: string; html?: string; isShared?: boolean };
}

/** The dialog of a new settlement with its first values, or of an existing one. */
export type SettleDialog =
  | { kind: "settle"; from?: string; to?: string; amount?: number; currency?: string; isPrivate?: boolean }
  | { kind: "editSettlement"; settlementId: string };

/** What this page shows at present; nothing of it is part of the trip. */
export interface ViewState {
  pane: Pane;
  /** The list that the pane of lists shows. */
  list: ShownList;
  /** The id of the member whose plan is shown; null shows the whole plan. */
  who: string | null;
  /** The id of the stop whose details are open; at most one of `stopId`, `reservationId` and `expenseId` is set. */
  stopId: string | null;
  reservationId: string | null;
  expenseId: string | null;
  /** Whether the discussion is open instead of details. */
  talk: boolean;
  /** Whether the received suggestions are open instead of details. */
  suggestions: boolean;
  /** Whether the trip's agent is open in front of the open row. */
  agent: boolean;
  hoveredId: string | null;
  /** The day that is in view by scrolling. */
  activeDayId: string | null;
  /** Where the next stop is typed: a day's id, null for Ideas, undefined if no field is open. */
  addTo: string | null | undefined;
  ideasOpen: boolean;
  dialog: OpenDialog;
  /** The id of the stop or reservation to which the activity is restricted. */
  historyOf: string | null;
  /** The seq of the event that the activity scrolls to. */
  historyAt: number | null;
  /** The seq of the event after which the trip is shown, read-only; null shows the present. */
  past: number | null;
  /** A counter; each increase moves the focus into the details. */
  detailsFocus: number;
}

export interface View extends Store<ViewState> {
  openStop: (stopId: string) => void;
  openReservation: (reservationId: string) => void;
  openExpense: (expenseId: string) => void;
  openTalk: () => void;
  openSuggestions: () => void;
  /** Opens the agent in front of the open row. */
  openAgent: () => void;
  /** Goes back from the agent to the row behind it. */
  leaveAgent: () => void;
  closeDetails: () => void;
  focusDetails: () => void;
  /** Shows a pane; on a phone this also closes open details. */
  show: (pane: Pane) => void;
  /** Shows the trip after an event, in the plan pane when the past view is entered; null returns to the present. */
  showPast: (seq: number | null) => void;
  /** Shows one of the lists in their pane. */
  showList: (list: ShownList) => void;
  /** Restricts plan, map and bookings to what one member takes part in; null removes the restriction. */
  showOnly: (memberId: string | null) => void;
  /** Updates the view after the browser went to another entry of its history. */
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

function isNothing({ stopId, reservationId, expenseId, talk, suggestions, agent }: DrawerState): boolean {
  return openRowOf({ stopId, reservationId, expenseId }) === null && !talk && !suggestions && !agent;
}

/** Returns the id of the row whose details are open, whatever its kind. */
export function openRowOf({
  stopId,
  reservationId,
  expenseId,
}: Pick<DrawerState, "stopId" | "reservationId" | "expenseId">): string | null {
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
  // Whether the newest history entry belongs to the details, so that closing them may go back in the history.
  let pushed = false;
  let home: string | null = null;
  function go(to: Partial<UrlState>, how: "push" | "replace") {
    store.set(to);
    home = window.location.pathname;
    const address = `${home}${writeUrlState(store.get())}`;
    if (how === "push") window.history.pushState(null, "", address);
    else window.history.replaceState(null, "", address);
  }
  function open(what: DrawerState) {
    const now = store.get();
    const keys = ["stopId", "reservationId", "expenseId", "talk", "suggestions", "agent"] as const;
    if (keys.every((key) => now[key] === what[key])) return;
    const isFirst = isNothing(now);
    // One step back closes the details, even if several stops were opened in between.
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
    showList: (list) => go({ list }, "replace"),
    showOnly: (who) => go({ who }, "replace"),
    follow() {
      const { who, past } = store.get();
      const there = readUrlState(new URLSearchParams(window.location.search));
      // An open dialog or field belongs to the state of the trip that was shown until now, so it is closed when
      // another state is shown.
      if (there.past !== past) store.set({ dialog: null, addTo: undefined });
      // Going back in the browser's history does not change which member's plan is shown, so the entry's address gets
      // the present member. Other pages have addresses of their own and stay unchanged.
      if (there.who !== who && window.location.pathname === home) go({ ...there, who }, "replace");
      else store.set({ ...there, who });
    },
  };
}

function rowIn({ stopId, reservationId, expenseId }: DrawerState) {
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

/** Returns the store of the view, for handlers; it is always the same object. */
export function useView(): View {
  const view = use(ViewContext);
  if (!view) throw new Error("useView needs a ViewProvider above it.");
  return view;
}

/** Returns one part of the view; the component renders only when that part changes. */
export function useViewState<S>(select: (state: ViewState) => S): S {
  return useStore(useView(), select);
}
