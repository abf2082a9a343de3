"use client";

import type { FocusEvent } from "react";
import { type ExternalToast, toast, Toaster as Sonner } from "sonner";
import { toastLook, toastMs, type ToastOptions } from "#app/_ui/toast.ts";

/**
 * The classes of a toast. A modal sheet disables the pointer for the whole page, so a toast above the sheet enables
 * its own.
 */
const look = `pointer-events-auto data-[type=error]:font-medium ${toastLook.note}`;

export function showToast(message: string, said: ToastOptions): void {
  const { action, id, problem } = said;
  const options: ExternalToast = { duration: toastMs(said) };
  if (id) options.id = id;
  if (action) options.action = { label: action.label, onClick: action.run };
  if (problem) toast.error(message, options);
  else toast(message, options);
}

export function dismissConfirmationToasts(): void {
  for (const note of toast.getToasts()) {
    if ("action" in note && note.action) continue;
    if (!("type" in note) || note.type !== "error") toast.dismiss(note.id);
  }
}

export function removeToast(id: string): void {
  toast.dismiss(id);
}

/**
 * Sonner returns the focus to the earlier element whenever it leaves a toast, even when it moves to a field that was
 * just pressed, so that the press would be lost. This function keeps the focus on the new element.
 */
function letGo({ currentTarget, relatedTarget: next }: FocusEvent): void {
  if (!(next instanceof HTMLElement) || currentTarget.contains(next)) return;
  queueMicrotask(() => {
    if (document.activeElement !== next && next.isConnected) next.focus({ preventScroll: true });
  });
}

/** Toasts at the bottom left; a page moves them by `--toast-left` and `--toast-bottom` on their host. */
export default function Toaster({ label }: { label: string }) {
  const offset = { left: "var(--toast-left, 16px)", bottom: "var(--toast-bottom, 16px)" };
  return (
    <div className="contents" onBlurCapture={letGo}>
      <Sonner
        position="bottom-left"
        containerAriaLabel={label}
        offset={offset}
        mobileOffset={offset}
        gap={8}
        visibleToasts={3}
        icons={{ error: null, success: null }}
        style={{ zIndex: "var(--z-toast)", fontFamily: "inherit" }}
        toastOptions={{
          unstyled: true,
          classNames: {
            toast: look,
            content: "min-w-0 flex-1 py-1",
            title: "text-pretty wrap-anywhere",
            actionButton: toastLook.button,
          },
        }}
      />
    </div>
  );
}
