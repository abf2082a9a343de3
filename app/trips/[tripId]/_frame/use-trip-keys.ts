"use client";

import { useEffect } from "react";
import { isApple } from "#app/_palette/use-palette-key.ts";
import { isComposing } from "#app/_ui/composing.ts";
import { useAgentAvailability } from "../_base/agent/agent-availability.tsx";
import { useToggleAgent } from "../_base/agent/use-toggle-agent.ts";
import { focusRow } from "../_base/drag/use-keyboard-move.ts";
import { useShownPlan } from "../_base/plan-data.tsx";
import { stopsOf } from "../_model/plan/plan-model.ts";
import { hasSingleKeyShortcuts } from "./single-key-shortcuts.ts";
import { useMemberPlan } from "../_base/lanes/use-member-plan.ts";
import { useMay } from "../_base/may.tsx";
import { useLatest } from "../_base/use-latest.ts";
import { openRowOf, useView, type View } from "../_base/view.tsx";
import { useUndo } from "../_base/writes.tsx";

interface Context {
  view: View;
  /** The ids of all stops in the order of the page. */
  stopIds: readonly string[];
  mayChange: boolean;
  mayEdit: boolean;
  undo: () => void;
  toggleLane: () => void;
  toggleAgent: (() => void) | null;
}

/** Handles the page's keyboard shortcuts, except while the user types or a dialog or menu is open. */
export function useTripKeys(): void {
  const view = useView();
  const { byDay, order } = useShownPlan();
  const { change, edit } = useMay();
  const { undo } = useUndo();
  const { toggle: toggleLane } = useMemberPlan();
  const stopIds = order.flatMap((dayId) => stopsOf(byDay, dayId).map(({ id }) => id));
  const agent = useToggleAgent();
  const toggleAgent = useAgentAvailability() && agent;
  const may = { mayChange: change, mayEdit: edit };
  const latest = useLatest<Context>({ view, stopIds, ...may, undo, toggleLane, toggleAgent });
  useEffect(() => {
    function onKeyDown(event: KeyboardEvent) {
      if (isUndoKey(event)) {
        if (!latest.current.mayChange || isElsewhere(event) || latest.current.view.get().dialog !== null)
          return;
        event.preventDefault();
        latest.current.undo();
        return;
      }
      if (isTaken(event)) return;
      if (press(event.key, latest.current)) event.preventDefault();
    }
    // Radix closes the drawer on Escape before a field in it can discard its text. This is prevented for fields that
    // handle Escape, which are marked.
    function onEscape(event: KeyboardEvent) {
      if (event.key !== "Escape" || !(event.target instanceof Element)) return;
      if (event.target.closest("[data-own-escape]")) event.preventDefault();
    }
    window.addEventListener("keydown", onKeyDown);
    window.addEventListener("keydown", onEscape, true);
    return () => {
      window.removeEventListener("keydown", onKeyDown);
      window.removeEventListener("keydown", onEscape, true);
    };
  }, [latest]);
}

const FIELDS = "input, textarea, select, [contenteditable], [role=menu], [role=listbox]";

function isTaken(event: KeyboardEvent): boolean {
  if (event.defaultPrevented || event.metaKey || event.ctrlKey || event.altKey) return true;
  return isElsewhere(event);
}

/** Whether the keys are Ctrl+Z, or ⌘Z on Apple devices. In a field the browser undoes typing instead. */
function isUndoKey(event: KeyboardEvent): boolean {
  const held = isApple() ? event.metaKey && !event.ctrlKey : event.ctrlKey && !event.metaKey;
  return (
    held && !event.altKey && !event.shiftKey && event.key.toLowerCase() === "z" && !event.defaultPrevented
  );
}

function isElsewhere(event: KeyboardEvent): boolean {
  if (isComposing(event)) return true;
  return event.target instanceof Element && event.target.closest(`${FIELDS}, [data-modal]`) !== null;
}

/** Handles a key. Returns whether it did something. */
function press(
  key: string,
  { view, stopIds, mayChange, mayEdit, undo, toggleLane, toggleAgent }: Context,
): boolean {
  if (view.get().dialog !== null) return false;
  if (key.length === 1 && !hasSingleKeyShortcuts()) return false;
  switch (key) {
    case "j":
    case "ArrowDown":
      return step(1, key === "j", view, stopIds);
    case "k":
    case "ArrowUp":
      return step(-1, key === "k", view, stopIds);
    case "n":
      if (mayChange) view.set({ addTo: view.get().activeDayId });
      return mayChange;
    case "i":
      if (mayChange) view.set({ addTo: null });
      return mayChange;
    case "e":
      if (mayEdit) view.set({ dialog: { kind: "addExpense" } });
      return mayEdit;
    case "u":
      if (mayChange) undo();
      return mayChange;
    case "m":
      toggleLane();
      return true;
    case "a":
      toggleAgent?.();
      return toggleAgent !== null;
    case "Escape":
      if (openRowOf(view.get()) === null && !view.get().agent) return false;
      view.closeDetails();
      return true;
    case "?":
      view.set({ dialog: "keys" });
      return true;
    default:
      return false;
  }
}

/** Moves to the next or previous stop. Arrow keys do so only from a row; elsewhere they scroll. */
function step(by: 1 | -1, anywhere: boolean, view: View, stopIds: readonly string[]): boolean {
  const row = document.activeElement?.closest<HTMLElement>("[data-row]")?.dataset.row;
  if (!row && !anywhere) return false;
  const open = view.get().stopId;
  const at = stopIds.indexOf(row ?? open ?? "");
  const next = at < 0 ? stopIds[by > 0 ? 0 : stopIds.length - 1] : stopIds[at + by];
  if (next === undefined) return false;
  focusRow(next);
  if (open !== null) view.openStop(next);
  return true;
}
