"use client";

import { makePart } from "#app/_ui/part.ts";

export type ToastOptions = {
  /** One word that takes it back; its own failure is for the caller to report. */
  action?: { label: string; run: () => void };
  /** A toast of the same id is replaced in place, such as a repeated move. */
  id?: string;
  /** Problems stay twice as long and are spoken at once. */
  problem?: boolean;
};

/** Sonner and our look of it, in one piece: either both are there or neither is. */
export const toaster = makePart(async () => {
  const { default: Toaster, show, dismissDone } = await import("#app/_ui/toaster.tsx");
  return { Toaster, show, dismissDone };
});

/** Says in one line what happened. Without the code for it, which comes after the page, nothing is said. */
export function toast(message: string, options: ToastOptions = {}): void {
  void toaster.load().then((code) => code?.show(message, options));
}

/** Takes away what only says that something was done; problems and what can still be taken back stay. */
export function dismissNotes(): void {
  toaster.get()?.dismissDone();
}
