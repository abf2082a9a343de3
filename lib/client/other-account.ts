"use client";

import { useEffect, useRef, useSyncExternalStore } from "react";
import { guestsOf } from "./former-guest.ts";
import { pageDoubts, pageUser } from "./page-user.ts";
import { Subscribers } from "./subscribers.ts";
import { whoIsHere } from "./who-am-i.ts";

const ANSWER_MS = 20_000;

export interface OtherAccount {
  /** Who is signed in in this browser now, though the page is somebody else's. */
  name: string;
  /** The page's person was a guest, whom this account has claimed: what they left is the account's. */
  hasClaimed: boolean;
}

let other: OtherAccount | null = null;
let looking: Promise<void> | null = null;
const changes = new Subscribers<[]>();

/** Asks who is signed in. Without an answer everything stays as it is. */
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
  const whose = pageUser();
  if (whose === null) return null;
  const here = await whoIsHere(AbortSignal.timeout(ANSWER_MS));
  if (here === null || here.id === whose) return null;
  return { name: here.name, hasClaimed: guestsOf(here.id).includes(whose) };
}

/** Somebody else is signed in by now than the one whose page this is; null as long as nothing says so. */
export function useOtherAccount(): OtherAccount | null {
  return useSyncExternalStore(
    changes.add,
    () => other,
    () => null,
  );
}

/** Looks whenever there is a doubt, and whether it is over whenever the page is looked at again, or is another one. */
export function useLookForOthers(path: string): void {
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
    const end = pageDoubts.add(() => void look());
    window.addEventListener("focus", again, { signal });
    document.addEventListener("visibilitychange", again, { signal });
    return () => {
      end();
      ended.abort();
    };
  }, []);
}
