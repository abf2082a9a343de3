"use client";

import { useEffect, useRef, useSyncExternalStore } from "react";
import { formerGuestIds } from "../storage/former-guest.ts";
import { pageUserDoubts, pageUserId } from "../base/page-user.ts";
import { Subscribers } from "../base/subscribers.ts";
import { fetchSignedInUser } from "../base/who-am-i.ts";

const ANSWER_MS = 20_000;

export interface OtherAccount {
  /** The name of the user who is signed in in this browser now, although the page belongs to another user. */
  name: string;
  /**
   * Whether the page's user was a guest whom this account has claimed, so that the guest's data belongs to the account.
   */
  hasClaimed: boolean;
}

let other: OtherAccount | null = null;
let looking: Promise<void> | null = null;
const changes = new Subscribers<[]>();

/** Asks the service who is signed in. When no answer comes, the known state stays. */
function look(): Promise<void> {
  looking ??= learn()
    .catch(() => undefined)
    .finally(() => {
      looking = null;
    });
  return looking;
}

async function learn(): Promise<void> {
  const found = await find();
  if (found?.name === other?.name && found?.hasClaimed === other?.hasClaimed) return;
  other = found;
  changes.tell();
}

async function find(): Promise<OtherAccount | null> {
  const whose = pageUserId();
  if (whose === null) return null;
  const here = await fetchSignedInUser(AbortSignal.timeout(ANSWER_MS));
  if (here === null || here.id === whose) return null;
  return { name: here.name, hasClaimed: formerGuestIds(here.id).includes(whose) };
}

/**
 * Returns the user who is signed in now, if the page belongs to another user; null as long as nothing indicates that.
 */
export function useOtherAccount(): OtherAccount | null {
  return useSyncExternalStore(
    changes.add,
    () => other,
    () => null,
  );
}

/**
 * Checks the signed-in user whenever there is a doubt; while another user is signed in, also whenever the page is
 * focused again or the path changes.
 */
export function useOtherAccountCheck(path: string): void {
  const shown = useRef(path);
  useEffect(() => {
    if (shown.current !== path && other !== null) void look();
    shown.current = path;
  }, [path]);
  useEffect(() => {
    const ended = new AbortController();
    const { signal } = ended;
    const again = () => {
      if (other !== null && document.visibilityState === "visible") void look();
    };
    const end = pageUserDoubts.add(() => void look());
    window.addEventListener("focus", again, { signal });
    document.addEventListener("visibilitychange", again, { signal });
    return () => {
      end();
      ended.abort();
    };
  }, []);
}
