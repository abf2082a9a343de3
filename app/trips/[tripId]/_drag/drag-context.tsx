"use client";

import { useTranslations } from "#app/_i18n/use-translations.ts";
import {
  createContext,
  type MouseEvent,
  type ReactNode,
  type TouchEvent,
  use,
  useEffect,
  useState,
} from "react";
import { useFormats } from "#app/_i18n/use-formats.ts";
import { afterIdAt, type DropTarget, sameTarget, targetOf } from "../_plan/drop-target.ts";
import { type PlanData, useShownPlan } from "../_plan/plan-data.tsx";
import { stopsOf } from "../_plan/plan-model.ts";
import { announce } from "../_shell/announcer.tsx";
import { createStore, type Store, useStore } from "../_shell/store.ts";
import { useUndoToast, useWrites } from "../_shell/writes.tsx";

export interface DragState {
  movingId: string | null;
  /** Where it would go; null while it is where it was. */
  target: DropTarget | null;
}

export type Press = MouseEvent<HTMLElement> | TouchEvent<HTMLElement>;

export type OnPress = (press: Press, row: HTMLElement, stopId: string) => void;
type Settle = (plan: PlanData, stopId: string, to: DropTarget) => void;

export interface Drag extends Store<DragState> {
  plan: () => PlanData;
  lift: (stopId: string) => void;
  aim: (target: DropTarget | null) => void;
  /** Moves the stop to where it is aimed at; false when that is where it was. */
  drop: () => boolean;
  cancel: () => void;
  /** A press on a row may become a drag, once the pointer's part has been loaded. */
  press: OnPress;
  /** The pointer's part takes presses from now on; null: nobody does. */
  takePresses: (onPress: OnPress | null) => void;
  /** The plan as it is now, and how a move is written. True when the stop that was moving is no longer in it. */
  follow: (plan: PlanData, settle: Settle) => boolean;
}

const DragContext = createContext<Drag | null>(null);

export function DragProvider({ children }: { children: ReactNode }) {
  const plan = useShownPlan();
  const settle = useSettle();
  const [drag] = useState(() => createDrag(plan, settle));
  const t = useTranslations("trip");
  useEffect(() => {
    if (drag.follow(plan, settle)) announce(t("drag.gone"));
  }, [drag, plan, settle, t]);
  return <DragContext value={drag}>{children}</DragContext>;
}

/** The drag beside React: what moves, where to, and the plan it moves in. */
export function createDrag(firstPlan: PlanData, firstSettle: Settle): Drag {
  const store = createStore<DragState>({ movingId: null, target: null });
  let plan = firstPlan;
  let settle = firstSettle;
  let onPress: OnPress | null = null;
  const cancel = () => store.set({ movingId: null, target: null });
  return {
    ...store,
    cancel,
    plan: () => plan,
    press: (...press) => onPress?.(...press),
    takePresses: (next) => {
      onPress = next;
    },
    follow: (nextPlan, nextSettle) => {
      plan = nextPlan;
      settle = nextSettle;
      // A focused row that someone else deletes is gone without a blur.
      const { movingId } = store.get();
      const isGone = movingId !== null && targetOf(plan.byDay, movingId) === null;
      if (isGone) cancel();
      return isGone;
    },
    lift: (stopId) => store.set({ movingId: stopId, target: null }),
    aim: (target) => {
      const { movingId, target: before } = store.get();
      if (!movingId) return;
      const home = targetOf(plan.byDay, movingId);
      const next = sameTarget(target, home) ? null : target;
      if (!sameTarget(next, before)) store.set({ target: next });
    },
    drop: () => {
      const { movingId, target } = store.get();
      cancel();
      if (!movingId || !target) return false;
      settle(plan, movingId, target);
      return true;
    },
  };
}

/** Writes a move and says so, with one word that takes it back. */
function useSettle(): Settle {
  const t = useTranslations("trip");
  const formats = useFormats();
  const writes = useWrites();
  const undoToast = useUndoToast();
  return (plan, stopId, to) => {
    const from = targetOf(plan.byDay, stopId);
    const name = from ? stopsOf(plan.byDay, from.dayId)[from.index]?.name : undefined;
    if (!from || name === undefined) return;
    const day = plan.days.find(({ id }) => id === to.dayId);
    const place = day ? formats.day(day.date, { weekday: true }) : t("ideas");
    const write = writes.moveStop(stopId, { dayId: to.dayId, afterId: afterIdAt(plan.byDay, stopId, to) });
    const message = from.dayId === to.dayId ? t("moved", { name }) : t("movedTo", { name, place });
    undoToast(message, write, { id: `move:${stopId}` });
  };
}

/** The drag itself, for handlers; it never changes. */
export function useDrag(): Drag {
  const drag = use(DragContext);
  if (!drag) throw new Error("useDrag needs a DragProvider above it.");
  return drag;
}

export function useDragState<S>(select: (state: DragState) => S): S {
  return useStore(useDrag(), select);
}
