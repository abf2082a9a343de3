"use client";

import { useTranslations } from "#app/_i18n/use-translations.ts";
import type { KeyboardEvent } from "react";
import { useFormats } from "#app/_i18n/use-formats.ts";
import { isComposing } from "#app/_ui/composing.ts";
import { focusLater } from "#app/_ui/focus-later.ts";
import type { StopDto } from "#lib/shared/stops.ts";
import { type DropTarget, type Step, stepTarget, targetOf } from "../../_model/plan/drop-target.ts";
import { stopsOf } from "../../_model/plan/plan-model.ts";
import { announce } from "../announcer.tsx";
import { type Drag, useDrag } from "./drag-context.tsx";

const STEPS: Record<string, Step> = {
  ArrowUp: "previous",
  ArrowDown: "next",
  ArrowLeft: "previousList",
  ArrowRight: "nextList",
  PageUp: "previousList",
  PageDown: "nextList",
};

/**
 * Moves a stop by keyboard: Space starts the move, arrow keys move the stop, Space or Enter drops it, Escape cancels.
 */
export function useKeyboardMove(stop: StopDto) {
  const drag = useDrag();
  const moves = useMoves(stop, drag);
  const moving = () => drag.get().movingId === stop.id;

  return {
    onKeyDown: (event: KeyboardEvent) => {
      if (isComposing(event.nativeEvent) || event.metaKey || event.ctrlKey || event.altKey) return;
      const step = STEPS[event.key];
      if (event.key === " " && !moving()) moves.lift();
      else if (!moving()) return;
      else if (event.key === " " || event.key === "Enter") moves.putDown();
      else if (event.key === "Escape") moves.cancel();
      else if (step) moves.carry(step);
      else return;
      event.preventDefault();
      event.stopPropagation();
    },
    // Firefox clicks a button on the keyup of the space key, so the default of that keyup is prevented.
    onKeyUp: (event: KeyboardEvent) => {
      if (event.key === " ") event.preventDefault();
    },
    onBlur: () => {
      if (moving() && document.hasFocus()) moves.cancel();
    },
  };
}

/** Returns the steps of a move by keyboard; each is announced to screen readers. */
function useMoves(stop: StopDto, drag: Drag) {
  const t = useTranslations("trip");
  const formats = useFormats();

  function describe({ dayId, index }: DropTarget): string {
    const { days, byDay } = drag.plan();
    const day = days.find(({ id }) => id === dayId);
    const others = stopsOf(byDay, dayId).filter(({ id }) => id !== stop.id).length;
    const list = day ? formats.day(day.date, { weekday: true }) : t("ideas");
    return t("drag.place", { list, position: index + 1, count: others + 1 });
  }

  function lift() {
    const home = targetOf(drag.plan().byDay, stop.id);
    if (!home) return;
    drag.lift(stop.id);
    announce(t("drag.lifted", { name: stop.name, place: describe(home) }));
  }

  function carry(step: Step) {
    const { byDay, order } = drag.plan();
    const from = drag.get().target ?? targetOf(byDay, stop.id);
    const next = from ? stepTarget(byDay, order, stop.id, from, step) : null;
    if (!next) return;
    drag.aim(next);
    announce(describe(next));
    requestAnimationFrame(() => document.querySelector("[data-slot]")?.scrollIntoView({ block: "nearest" }));
  }

  function putDown() {
    if (!drag.drop()) announce(t("drag.cancelled", { name: stop.name }));
    // The row may be a new element in another list by now, so it is focused later.
    focusLater(() => focusRow(stop.id), document.activeElement);
  }

  function cancel() {
    drag.cancel();
    announce(t("drag.cancelled", { name: stop.name }));
  }

  return { lift, carry, putDown, cancel };
}

/** Scrolls a row into view and focuses it. */
export function focusRow(stopId: string): void {
  const row = document.querySelector<HTMLElement>(`[data-row="${stopId}"]`);
  row?.focus({ preventScroll: true });
  row?.closest("[data-stop]")?.scrollIntoView({ block: "nearest" });
}
