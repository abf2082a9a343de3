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
import { precedingStopId, type DropTarget, sameTarget, targetOf } from "../../_model/plan/drop-target.ts";
import { type PlanData, useShownPlan } from "../plan-data.tsx";
import { stopsOf } from "../../_model/plan/plan-model.ts";
import { announce } from "../announcer.tsx";
import { createStore, type Store, useStore } from "../store.ts";
import { useUndoToast, useWrites } from "../writes.tsx";

export interface DragState {
  movingId: string | null;
  /** The position where the stop would be dropped; null while that is its present one. */
  target: DropTarget | null;
}

export type Press = MouseEvent<HTMLElement> | TouchEvent<HTMLElement>;

export type OnPress = (press: Press, row: HTMLElement, stopId: string) => void;
type Settle = (plan: PlanData, stopId: string, to: DropTarget) => void;

export interface Drag extends Store<DragState> {
  plan: () => PlanData;
  lift: (stopId: string) => void;
  aim: (target: DropTarget | null) => void;
  /** Moves the stop to the target; returns false if that is its present position. */
  drop: () => boolean;
  cancel: () => void;
  /** Reports a press on a row, which may become a drag once the code for pointers is loaded. */
  press: OnPress;
  /** Sets the handler of presses, which the code for pointers provides; null removes it. */
  takePresses: (onPress: OnPress | null) => void;
  /**
   * Updates the plan and the function that saves a move. Returns true if the moving stop is no longer in the plan.
   */
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

/** The state of a drag outside of React: the moving stop, its target, and the plan. */
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
      // A focused row that another member deletes gets no blur event, so its move is cancelled when the stop is no
      // longer in the plan.
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

/** Returns a function that saves a move and reports it with an undo. */
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
    const write = writes.moveStop(stopId, {
      dayId: to.dayId,
      afterId: precedingStopId(plan.byDay, stopId, to),
    });
    const message = from.dayId === to.dayId ? t("moved", { name }) : t("movedTo", { name, place });
    undoToast(message, write, { id: `move:${stopId}` });
  };
}

/** Returns the state and the methods of dragging, for event handlers; the object is the same in every render. */
export function useDrag(): Drag {
  const drag = use(DragContext);
  if (!drag) throw new Error("useDrag needs a DragProvider above it.");
  return drag;
}

export function useDragState<S>(select: (state: DragState) => S): S {
  return useStore(useDrag(), select);
}
