import type { TripDto } from "#lib/shared/trips.ts";
import { moveGuestTexts } from "../storage/former-guest.ts";
import { confirmPageClose } from "../base/page-guard.ts";
import type { OpenStoredWrites } from "../sync/write-persistence.ts";
import { TripSession } from "./trip-session.ts";
import { fetchSignedInUserId } from "../base/who-am-i.ts";
import type { WriteQueue } from "../sync/write-queue.ts";

interface OpenTrip {
  session: TripSession;
  users: number;
  unfollow: (() => void) | null;
}

/** The open trips by user and trip. Only the browser fills this map: on the server it would mix up users. */
const open = new Map<string, OpenTrip>();

function keyOf(tripId: string, userId: string): string {
  return `${userId} ${tripId}`;
}

/**
 * Returns the session of a trip in this page, and makes it on first use. The session outlives the component that shows
 * it for as long as writes are unsent, so that leaving the trip's page loses nothing.
 */
export function tripSessionOf(initial: TripDto, userId: string): TripSession {
  const known = open.get(keyOf(initial.id, userId))?.session;
  if (known) return known;
  // Texts that the user typed as a guest are moved before anything of the page reads typed texts.
  moveGuestTexts(userId);
  const storage = pageStorage();
  const session = new TripSession({
    initial,
    userId,
    whoAmI: fetchSignedInUserId,
    storage,
    keep: keepOnDevice,
  });
  if (typeof window !== "undefined")
    open.set(keyOf(initial.id, userId), { session, users: 0, unfollow: null });
  return session;
}

const keepOnDevice: OpenStoredWrites = async (trip, options) => {
  const { openStoredWrites } = await import("../sync/device-writes.ts");
  return openStoredWrites(trip, options);
};

/** Returns the browser's storage; undefined where the browser refuses it, by throwing when the property is read. */
function pageStorage(): Storage | undefined {
  try {
    return typeof window === "undefined" ? undefined : window.localStorage;
  } catch {
    return undefined;
  }
}

/** Tries to send all unsent writes of this page now. */
export function sendAllUnsentWrites(): void {
  for (const { session } of open.values()) session.wake();
}

/** Holds the session's socket open; the returned function releases it. */
export function holdSocketOpen(session: TripSession): () => void {
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

/** A stored write that nobody can send now is sent when the trip is opened next, so it is not at risk. */
function isAtRisk({ state, unsent }: WriteQueue): boolean {
  return state === "saving" || unsent.some(({ kept }) => kept !== "yes");
}

/**
 * Passes the browser's events about network and page on to the session; asks before a page with unsent writes closes.
 */
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
  const release = confirmPageClose(() => isAtRisk(session.store.queue));
  return () => {
    ended.abort();
    release();
  };
}
