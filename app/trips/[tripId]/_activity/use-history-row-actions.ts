"use client";

import { useTranslations } from "#app/_i18n/use-translations.ts";
import { useMay } from "../_base/may.tsx";
import { usePageViewer } from "../_base/page-viewer.tsx";
import { useView } from "../_base/view.tsx";
import type { HistoryGroup } from "../_model/history/history-groups.ts";
import { isUndoable } from "../_model/history/undo-rights.ts";
import { useUndoWrites } from "../_base/history/use-undo-line.ts";

interface Way {
  kind: "undo" | "redo" | "restore";
  run: () => void;
}

export interface HistoryRowActions {
  /** The sentence as plain text, for the names of the buttons. */
  line: string;
  back: Way | null;
  /** Shows the trip as it was before the group; null if that is not possible. */
  see: (() => void) | null;
  isBusy: boolean;
  blockers: readonly number[] | null;
}

type LineOptions = { group: HistoryGroup; line: string; isCut: boolean };

/** Returns the actions for one row of the history. */
export function useHistoryRowActions({ group, line, isCut }: LineOptions): HistoryRowActions {
  const t = useTranslations("trip-activity");
  const view = useView();
  const { userId } = usePageViewer();
  const { edit, join } = useMay();
  const { run, isBusy, blockers } = useUndoWrites();
  // A row that undoes another one has no undo itself; the button to redo is at the row that was undone.
  const mayUndo = !isCut && group.answers === null && isUndoable(group, { userId, edit, join });
  const seqs = group.undone?.seqs ?? group.standing;
  const kind = group.undone ? "redo" : isDeletion(group) ? "restore" : "undo";
  const said = t(`${kind}This`, { line });
  const before = (group.events[0]?.seq ?? 1) - 1;
  return {
    line,
    back: mayUndo && seqs.length > 0 ? { kind, run: () => void run(seqs, said) } : null,
    see: before > 0 && !isCut ? () => view.showPast(before) : null,
    isBusy,
    blockers,
  };
}

function isDeletion({ events }: HistoryGroup): boolean {
  return events.every(({ op }) => op.endsWith(".deleted") || op === "member.left");
}
