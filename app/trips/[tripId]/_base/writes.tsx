"use client";

import { nameOfRow } from "../_model/history/known-names.ts";
import { type ListAction, parseListAction } from "#lib/client/writes/list-writes.ts";
import { useTranslations } from "#app/_i18n/use-translations.ts";
import { createContext, type ReactNode, use, useEffect, useMemo } from "react";
import { toast } from "#app/_ui/toast.ts";
import { useFormats } from "#app/_i18n/use-formats.ts";
import { useTripActions, useTripSession } from "#lib/client/open-trip/trip-context.tsx";
import type { WriteAnswer } from "#lib/client/writes/notices.ts";
import type { TripActions } from "#lib/client/open-trip/trip-actions.ts";
import type { TripStore } from "#lib/client/sync/trip-store.ts";
import type { TripDto } from "#lib/shared/trips.ts";
import { useStoredChanges } from "./use-unsent.ts";
import { fieldKey } from "../_model/field-key.ts";
import { announce } from "./announcer.tsx";
import { useStore } from "./store.ts";
import { useView } from "./view.tsx";
import { undoMemory } from "./undo-memory.ts";
import { createUndoStack, type UndoStack, type WriteDescription } from "./undo-stack.ts";

const WritesContext = createContext<UndoStack | null>(null);

export function WritesProvider({ children }: { children: ReactNode }) {
  const actions = useTripActions();
  const { store } = useTripSession();
  const stack = useMemo(() => stackOf(actions, store), [actions, store]);
  useEffect(() => stack.recall(), [stack]);
  return <WritesContext value={stack}>{children}</WritesContext>;
}

/** Undo stacks by the trip's actions, so that the past view does not lose what can be undone. */
const stacks = new WeakMap<TripActions, UndoStack>();

function stackOf(actions: TripActions, store: TripStore): UndoStack {
  const known = stacks.get(actions);
  if (known) return known;
  const stack = createUndoStack(actions, {
    memory: undoMemory(store.trip.id, store.userId),
    nameOf: (id) => nameOf(store.trip, id),
    unsend: (write) => store.queue.unsend(write),
  });
  stacks.set(actions, stack);
  return stack;
}

function nameOf(trip: TripDto, id: string): string {
  return nameOfRow(trip, id) ?? trip.days.find((day) => day.id === id)?.date ?? "";
}

function useStack(): UndoStack {
  const stack = use(WritesContext);
  if (!stack) throw new Error("useWrites needs a WritesProvider above it.");
  return stack;
}

/** Returns the trip's write actions, which are recorded for undo. */
export function useWrites(): TripActions {
  return useStack().actions;
}

/**
 * Undoes the user's newest change, reports which one it was, and offers to redo it. A change that an earlier page has
 * left unsent can only be removed in the list of unsent changes, which is offered instead.
 */
export function useUndo(): { available: boolean; undo: () => void } {
  const stack = useStack();
  const t = useTranslations("trip");
  const formats = useFormats();
  const undoToast = useUndoToast();
  const view = useView();
  const showHistory = () => view.show("activity");
  const newest = useStore(stack.state, ({ writes }) => writes.at(-1) ?? null);
  const { isHere, isElsewhere } = useStoredChanges();
  const isLeft = newest ? newest.isRecalled === true && isHere : isHere || isElsewhere;

  function say({ did, name, fields: [field = ""] }: WriteDescription): string {
    const list = parseListAction(did);
    if (list) return t(`undidListRow.${list.verb as "add" | "update" | "move" | "delete"}`, { name });
    const isOfDay = did === "updateDay" || did === "orderDay";
    const values = { name: isOfDay && name ? formats.day(name, { weekday: true }) : name };
    return t(`undid.${did as Exclude<WriteDescription["did"], ListAction>}`, {
      ...values,
      field: t(`field.${fieldKey(field)}`),
    });
  }
  function undo() {
    if (isLeft) return sayLeft();
    if (!newest) return sayNothingToUndo();
    // A refusal is reported separately.
    return void stack.undoLast().then(
      (undone) => undone && undoToast(say(undone.words), Promise.resolve(undone.echo), { word: t("redo") }),
      () => {},
    );
  }
  function sayLeft() {
    const action = { label: t("showUnsent"), run: () => view.set({ dialog: "unsent" }) };
    toast(t(isHere ? "undoUnsent" : "undoUnsentElsewhere"), { id: "nothing to undo", action });
  }
  function sayNothingToUndo() {
    const action = { label: t("showHistory"), run: showHistory };
    toast(t("nothingToUndo"), { id: "nothing to undo", action });
  }
  return { available: isLeft || newest !== null, undo };
}

type UndoToastOptions = {
  word?: string;
  /** The id of the toast: repeated writes, such as moving one stop step by step, reuse one toast. */
  id?: string;
};
type Written = Promise<WriteAnswer<unknown>>;
type SayUndoable = (message: string, write: Written | readonly Written[], options?: UndoToastOptions) => void;

/** Returns a function that reports one or several writes in a toast, with a button that undoes all of them. */
export function useUndoToast(): SayUndoable {
  const stack = useStack();
  const t = useTranslations("trip");
  return (message, write, { word = t("undo"), id } = {}) => {
    announce(message);
    const writes = [write].flat();
    // Refusals of the write and of its undo are reported separately.
    for (const each of writes) each.catch(() => {});
    const run = async () => {
      for (const each of writes.toReversed()) await stack.undoWrite(each).catch(() => {});
    };
    toast(message, { action: { label: word, run: () => void run() }, ...(id && { id }) });
  };
}
