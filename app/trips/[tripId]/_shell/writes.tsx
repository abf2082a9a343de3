"use client";

import { useTranslations } from "next-intl";
import { createContext, type ReactNode, use, useMemo } from "react";
import { toast } from "#app/_ui/toast.ts";
import { useTripActions } from "#lib/client/trip-context.tsx";
import type { Echo } from "#lib/client/notices.ts";
import type { TripActions } from "#lib/client/trip-actions.ts";
import { announce } from "./announcer.tsx";
import { useStore } from "./store.ts";
import { createUndoStack, type UndoStack } from "./undo-stack.ts";

const WritesContext = createContext<UndoStack | null>(null);

export function WritesProvider({ children }: { children: ReactNode }) {
  const actions = useTripActions();
  const stack = useMemo(() => createUndoStack(actions), [actions]);
  return <WritesContext value={stack}>{children}</WritesContext>;
}

function useStack(): UndoStack {
  const stack = use(WritesContext);
  if (!stack) throw new Error("useWrites needs a WritesProvider above it.");
  return stack;
}

/** The trip's writes, remembered for undo. */
export function useWrites(): TripActions {
  return useStack().actions;
}

/** Takes back this person's newest change. */
export function useUndo(): { available: boolean; undo: () => void } {
  const stack = useStack();
  const t = useTranslations("trip");
  const available = useStore(stack.state, ({ writes }) => writes.length > 0);
  function undo() {
    // A refusal comes as a notice of its own.
    stack.undoLast().then(
      (write) => write && announce(t("undone")),
      () => {},
    );
  }
  return { available, undo };
}

/** Says what a write did, with one word that takes it back. */
export function useUndoToast(): (message: string, write: Promise<Echo<unknown>>) => void {
  const stack = useStack();
  const t = useTranslations("trip");
  return (message, write) => {
    announce(message);
    // Refusals of the write and of its undo come as notices of their own.
    write.catch(() => {});
    const run = () => {
      stack.undoWrite(write).catch(() => {});
    };
    toast(message, { action: { label: t("undo"), run } });
  };
}
