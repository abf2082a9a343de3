import type { TripDto } from "#lib/shared/trips.ts";
import { takeOverTyped } from "./former-guest.ts";
import { guardPage } from "./page-guard.ts";
import type { OpenKeeper } from "./keeping.ts";
import { TripSession } from "./trip-session.ts";
import { whoAmI } from "./who-am-i.ts";
import type { WriteQueue } from "./write-queue.ts";

interface OpenTrip {
  session: TripSession;
  users: number;
  unfollow: (() => void) | null;
}

/** By user and trip. Only the browser fills it: on the server it would mix people up. */
const open = new Map<string, OpenTrip>();

function keyOf(tripId: string, userId: string): string {
  return `${userId} ${tripId}`;
}

/**
 * The session of a trip in this page, made on first use. It outlives the component that shows it for as long as
 * something is unsent, so that leaving the trip's page loses nothing.
 */
export function sessionOf(initial: TripDto, userId: string): TripSession {
  const known = open.get(keyOf(initial.id, userId))?.session;
  if (known) return known;
  // Before anything of the page reads what was typed.
  takeOverTyped(userId);
  const storage = pageStorage();
  const session = new TripSession({ initial, userId, whoAmI, storage, keep: keepOnDevice });
  if (typeof window !== "undefined")
    open.set(keyOf(initial.id, userId), { session, users: 0, unfollow: null });
  return session;
}

const keepOnDevice: OpenKeeper = async (trip, options) => {
  const { openKeeper } = await import("./device-writes.ts");
  return openKeeper(trip, options);
};

/** Browsers that refuse storage throw at the mention of it. */
function pageStorage(): Storage | undefined {
  try {
    return typeof window === "undefined" ? undefined : window.localStorage;
  } catch {
    return undefined;
  }
}

/** Tries to send now whatever is unsent in this page. */
export function wakeAll(): void {
  for (const { session } of open.values()) session.wake();
}

/** Holds the session's socket open; returns what lets go of it. */
export function hold(session: TripSession): () => void {
  const key = keyOf(session.store.id, session.store.userId);
  const entry = open.get(key) ?? { session, users: 0, unfollow: null };
  open.set(key, entry);
  entry.users += 1;
  entry.unfollow ??= followPage(session);
  session.start();
  if (!navigator.onLine) session.offline();
  if (session.isSignedOut) session.wake();
  return () => {
    entry.users -= 1;
    whenSaved(session, () => {
      if (entry.users > 0 || !entry.unfollow) return;
      entry.unfollow();
      entry.unfollow = null;
      session.stop();
      open.delete(key);
    });
  };
}

function whenSaved(session: TripSession, then: () => void): void {
  if (session.store.queue.state === "saved") return then();
  const stop = session.store.changes.add(() => {
    if (session.store.queue.state !== "saved") return;
    stop();
    then();
  });
}

/** What this device keeps and nobody can send now goes on when the trip is opened next. */
function isAtRisk({ state, unsent }: WriteQueue): boolean {
  return state === "saving" || unsent.some(({ kept }) => kept !== "yes");
}

/** The browser's word on the network and the page; asks before closing a page with unsent writes. */
function followPage(session: TripSession): () => void {
  const ended = new AbortController();
  const { signal } = ended;
  window.addEventListener("online", () => session.wake(), { signal });
  window.addEventListener("offline", () => session.offline(), { signal });
  window.addEventListener("focus", () => session.doubt(), { signal });
  window.addEventListener("storage", ({ key }) => session.store.draft.follow(key), { signal });
  document.addEventListener(
    "visibilitychange",
    () => document.visibilityState === "visible" && session.wake(),
    { signal },
  );
  const release = guardPage(() => isAtRisk(session.store.queue));
  return () => {
    ended.abort();
    release();
  };
}
