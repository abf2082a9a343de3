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
  const { default: Toaster, show, dismissDone, withdraw } = await import("#app/_ui/toaster.tsx");
  return { Toaster, show, dismissDone, withdraw };
});

export type PlainNote = { message: string; options: ToastOptions };

let unsaid: PlainNote | null = null;
const readers = new Set<() => void>();

/** The last that had to be said while the code for it could not be had: the host says it by itself. */
export const plainNote = {
  get: () => unsaid,
  set: (note: PlainNote | null) => {
    unsaid = note;
    for (const read of readers) read();
  },
  subscribe: (read: () => void) => {
    readers.add(read);
    return () => readers.delete(read);
  },
};

/** Says in one line what happened: plainly, if the code for it, which comes after the page, cannot be had. */
export function toast(message: string, options: ToastOptions = {}): void {
  void say({ message, options });
}

let hasSaid = false;

async function say(note: PlainNote): Promise<void> {
  hasSaid = true;
  const code = await toaster.load();
  if (code) code.show(note.message, note.options);
  else plainNote.set(note);
}

export const toastLook = {
  note: "flex min-h-10 w-max max-w-[min(440px,calc(100vw-32px))] items-center gap-1 rounded-md bg-toast px-3.5 py-1 text-sm has-[button]:pr-1 text-on-toast shadow-2 touch:min-h-12",
  text: "min-w-0 flex-1 py-1 text-pretty wrap-anywhere",
  button:
    "h-8 shrink-0 rounded-sm px-3 text-sm font-medium text-on-toast hover:underline touch:h-11 [--ground:var(--color-toast)]",
};

/** How long one is seen. */
export function toastMs({ problem = false }: ToastOptions): number {
  return problem ? 12_000 : 6_000;
}

/** Takes away what only says that something was done; problems and what can still be taken back stay. */
export function dismissNotes(): void {
  toaster.get()?.dismissDone();
}

/** Takes away what is said elsewhere by now, also where it is only about to be seen. */
export function withdrawToast(id: string): void {
  // The code is not fetched for what was never said.
  if (hasSaid) void toaster.load().then((code) => code?.withdraw(id));
}
