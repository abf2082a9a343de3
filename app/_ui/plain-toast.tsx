"use client";

import { useEffect, useSyncExternalStore } from "react";
import { plainNote, toastLook, toastMs } from "#app/_ui/toast.ts";

/** Shows one message at a time in the position of toasts, while the toaster's code can't be fetched. */
export function PlainToast() {
  const note = useSyncExternalStore(plainNote.subscribe, plainNote.get, () => null);
  useEffect(() => {
    if (!note) return undefined;
    const timer = setTimeout(() => plainNote.set(null), toastMs(note.options));
    return () => clearTimeout(timer);
  }, [note]);
  if (!note) return null;
  const { action, problem } = note.options;
  return (
    <div
      role={problem ? "alert" : "status"}
      className={`fixed bottom-(--toast-bottom,16px) left-(--toast-left,16px) z-(--z-toast) ${toastLook.note}`}
    >
      <span className={toastLook.text}>{note.message}</span>
      {action ? (
        <button
          type="button"
          className={toastLook.button}
          onClick={() => {
            plainNote.set(null);
            action.run();
          }}
        >
          {action.label}
        </button>
      ) : null}
    </div>
  );
}
