"use client";

import { useQueryClient } from "@tanstack/react-query";
import {
  createContext,
  type ReactNode,
  useCallback,
  useContext,
  useEffect,
  useEffectEvent,
  useMemo,
  useState,
} from "react";
import type { PresentMember } from "#lib/shared/protocol.ts";
import type { TripDto } from "#lib/shared/trips.ts";
import type { Notice } from "../writes/notices.ts";
import { holdSocketOpen, tripSessionOf } from "./open-trips.ts";
import type { TripActions } from "./trip-actions.ts";
import { newerTrip, rememberTrip } from "../base/trip-cache.ts";
import { TripSession } from "./trip-session.ts";
import type { ConnectionState } from "../sync/trip-socket.ts";
import { useSelectedState } from "../base/use-selected.ts";

export type { Notice } from "../writes/notices.ts";
export type { TripActions } from "./trip-actions.ts";
export type { ConnectionState } from "../sync/trip-socket.ts";

/** saved: nothing is unsent · saving: requests are running · waiting: writes wait for the connection. */
export type SaveState = "saved" | "saving" | "waiting";

/** The user who looks at the trip. */
export interface Viewer {
  userId: string;
}

export interface TripProviderProps {
  /** The snapshot that the server rendered. */
  initial: TripDto;
  viewer: Viewer;
  children: ReactNode;
}

interface OpenTrip {
  /** The session that all components below show and write to: the live trip, or the trip as it was. */
  session: TripSession;
  live: TripSession;
  /**
   * Shows a past snapshot in place of the live trip, which continues in the background; null shows the live trip again.
   */
  showPast: (snapshot: TripDto | null) => void;
}

const Context = createContext<OpenTrip | null>(null);

/**
 * Opens a trip for all components below it. The trip lives in a store of its own and not in the query cache: the view
 * is confirmed state plus unsent writes, and only seqs decide what may change it. The cache gets a copy when the page
 * is left.
 */
export function TripProvider({ initial, viewer, children }: TripProviderProps) {
  const { userId } = viewer;
  const cache = useQueryClient();
  const openSession = () => tripSessionOf(newerTrip(cache, initial), userId);
  const [session, setSession] = useState(openSession);
  const isOther = session.store.id !== initial.id || session.store.userId !== userId;
  if (isOther) setSession(openSession());

  useEffect(() => {
    const release = holdSocketOpen(session);
    return () => {
      rememberTrip(cache, session.store.confirmed);
      release();
    };
  }, [session, cache]);
  useEffect(() => session.store.adopt(initial), [session, initial]);

  const [past, setPast] = useState<TripSession | null>(null);
  const shown = past?.store.id === session.store.id ? past : session;
  // The function stays the same for the same user, so that an effect's cleanup does not end the view of the past.
  const showPast = useCallback((snapshot: TripDto | null) => setPast(pastOf(snapshot, userId)), [userId]);
  const open = useMemo<OpenTrip>(
    () => ({ session: shown, live: session, showPast }),
    [shown, session, showPast],
  );
  return <Context value={open}>{children}</Context>;
}

function pastOf(initial: TripDto | null, userId: string): TripSession | null {
  return initial && new TripSession({ initial, userId, isPast: true });
}

function useOpenTrip(): OpenTrip {
  const open = useContext(Context);
  if (!open) throw new Error("This needs a TripProvider above it.");
  return open;
}

/** Returns the session that is shown: the live trip, or the trip as it was. */
export function useTripSession(): TripSession {
  return useOpenTrip().session;
}

/** Returns the live session, also while a past state is shown. */
export function useLiveSession(): TripSession {
  return useOpenTrip().live;
}

export function useShowPast(): (snapshot: TripDto | null) => void {
  return useOpenTrip().showPast;
}

function whole<T>(state: T): T {
  return state;
}

/** The trip as this person should see it now. With a selector, renders again only when the selected value changes. */
export function useTrip(): TripDto;
export function useTrip<T>(selector: (trip: TripDto) => T): T;
export function useTrip(selector: (trip: TripDto) => unknown = whole<TripDto>): unknown {
  const { store } = useTripSession();
  const read = useCallback(() => store.trip, [store]);
  return useSelectedState(store.changes.add, read, selector);
}

export function useConnection(): ConnectionState {
  const session = useLiveSession();
  return useSelectedState(session.connectionChanges.add, () => session.connection, whole<ConnectionState>);
}

/** When the shown state of the trip was last confirmed, in milliseconds since 1970; null while the trip is live. */
export function useConfirmedAt(): number | null {
  const session = useLiveSession();
  return useSelectedState(session.connectionChanges.add, () => session.asOf, whole<number | null>);
}

const NOBODY: PresentMember[] = [];

/** The other users who have this trip open. */
export function usePresence(): PresentMember[] {
  const session = useTripSession();
  const others = (all: readonly PresentMember[]) => {
    const found = all.filter(({ userId }) => userId !== session.store.userId);
    return found.length > 0 ? found : NOBODY;
  };
  return useSelectedState(session.presenceChanges.add, () => session.presence, others);
}

export function useSaveState(): SaveState {
  const { store } = useLiveSession();
  return useSelectedState(store.changes.add, () => store.queue.state, whole<SaveState>);
}

/** The actions object stays the same as long as the same trip is open. */
export function useTripActions(): TripActions {
  return useTripSession().actions;
}

/** Calls the newest handler with each notice while mounted. */
export function useNotices(handler: (notice: Notice) => void): void {
  const { store } = useLiveSession();
  const tell = useEffectEvent(handler);
  useEffect(() => store.notices.add((notice) => tell(notice)), [store]);
}
