"use client";

import { createContext, type ReactNode, use, useEffect, useState } from "react";
import { createStore, type Store, useStore } from "./store.ts";
import { type Pane, type Place, placeSearch, readPlace } from "./view-url.ts";

export type OpenDialog = "share" | "dates" | "keys" | { dayId: string } | null;

/** What this screen shows right now; nothing in it is part of the trip. */
export interface ViewState {
  pane: Pane;
  /** The stop whose details are open. */
  stopId: string | null;
  hoveredId: string | null;
  /** The day in view, by scrolling. */
  activeDayId: string | null;
  /** Where the next stop is typed: a day, null for Ideas, undefined when nobody types. */
  addTo: string | null | undefined;
  ideasOpen: boolean;
  dialog: OpenDialog;
  /** Activity shows this stop only. */
  historyOf: string | null;
  /** Goes up when the focus should move into the details. */
  detailsFocus: number;
}

export interface View extends Store<ViewState> {
  openStop: (stopId: string) => void;
  closeStop: () => void;
  focusDetails: () => void;
  /** On a phone this also closes an open stop. */
  show: (pane: Pane) => void;
}

function createView(place: Place, activeDayId: string | null): View {
  const store = createStore<ViewState>({
    ...place,
    hoveredId: null,
    activeDayId,
    addTo: undefined,
    ideasOpen: false,
    dialog: null,
    historyOf: null,
    detailsFocus: 0,
  });
  // Whether the newest entry of the history is this stop's own, so that closing may go back over it.
  let pushed = false;
  function go(to: Place, how: "push" | "replace") {
    store.set(to);
    const address = `${window.location.pathname}${placeSearch(to)}`;
    if (how === "push") window.history.pushState(null, "", address);
    else window.history.replaceState(null, "", address);
  }
  return {
    ...store,
    openStop(stopId) {
      const { pane, stopId: before } = store.get();
      if (before === stopId) return;
      // One step back closes the details, however many stops were looked at in between.
      if (before === null) pushed = true;
      go({ pane, stopId }, before === null ? "push" : "replace");
    },
    focusDetails() {
      store.set({ detailsFocus: store.get().detailsFocus + 1 });
    },
    closeStop() {
      const { pane, stopId } = store.get();
      if (stopId === null) return;
      store.set({ stopId: null });
      if (pushed) window.history.back();
      else go({ pane, stopId: null }, "replace");
      pushed = false;
    },
    show(pane) {
      const now = store.get();
      if (now.pane === pane) return;
      pushed = false;
      go({ pane, stopId: now.stopId }, "push");
    },
  };
}

const ViewContext = createContext<View | null>(null);

interface ViewProviderProps {
  place: Place;
  activeDayId: string | null;
  children: ReactNode;
}

export function ViewProvider({ place, activeDayId, children }: ViewProviderProps) {
  const [view] = useState(() => createView(place, activeDayId));
  useEffect(() => {
    const follow = () => view.set(readPlace(new URLSearchParams(window.location.search)));
    window.addEventListener("popstate", follow);
    return () => window.removeEventListener("popstate", follow);
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
