"use client";

import { createLazyModule } from "#app/_ui/lazy-module.ts";

export type ToastOptions = {
  /** An action, such as undo; the caller reports its failure. */
  action?: { label: string; run: () => void };
  /** A toast replaces an earlier one with the same id, for example after a repeated move. */
  id?: string;
  /** A problem stays twice as long and is announced immediately. */
  problem?: boolean;
};

/** Sonner and our style for it in one chunk, so that both are loaded or neither is. */
export const toaster = createLazyModule(async () => {
  const {
    default: Toaster,
    showToast,
    dismissConfirmationToasts,
    removeToast,
  } = await import("#app/_ui/toaster.tsx");
  return { Toaster, showToast, dismissConfirmationToasts, removeToast };
});

export type PlainNote = { message: string; options: ToastOptions };

let unsaid: PlainNote | null = null;
const readers = new Set<() => void>();

/** The last message that was to be shown while the toaster's code could not be fetched; the host shows it itself. */
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

/** Shows a message of one line as a toast, or as plain text when the toaster's code can't be fetched. */
export function toast(message: string, options: ToastOptions = {}): void {
  void say({ message, options });
}

let hasSaid = false;

async function say(note: PlainNote): Promise<void> {
  hasSaid = true;
  const code = await toaster.load();
  if (code) code.showToast(note.message, note.options);
  else plainNote.set(note);
}

export const toastLook = {
  note: "flex min-h-10 w-max max-w-[min(440px,calc(100vw-32px))] items-center gap-1 rounded-md bg-toast px-3.5 py-1 text-sm has-[button]:pr-1 text-on-toast shadow-2 touch:min-h-12",
  text: "min-w-0 flex-1 py-1 text-pretty wrap-anywhere",
  button:
    "h-8 shrink-0 rounded-sm px-3 text-sm font-medium text-on-toast hover:underline touch:h-11 [--ground:var(--color-toast)]",
};

/** Returns how long a toast is visible, in milliseconds. */
export function toastMs({ problem = false }: ToastOptions): number {
  return problem ? 12_000 : 6_000;
}

/** Removes the toasts that only confirm something; problems and those with an undo action stay. */
export function dismissNotes(): void {
  toaster.get()?.dismissConfirmationToasts();
}

/** Removes a toast whose message is shown elsewhere by now, also one that is about to appear. */
export function withdrawToast(id: string): void {
  // The code is not fetched when no toast was ever shown.
  if (hasSaid) void toaster.load().then((code) => code?.removeToast(id));
}
