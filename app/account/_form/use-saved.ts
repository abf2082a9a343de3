"use client";

import { useRef, useState } from "react";
import { useProblemWords } from "#app/account/_form/use-problem-words.ts";

export type FieldSaveState = { kind: "resting" | "saving" | "saved" } | { kind: "failed"; text: string };

/**
 * Returns the state of the last save of a field that saves itself. Of several saves at once, only the newest changes
 * the state.
 */
export function useFieldSave() {
  const { sayError } = useProblemWords();
  const [saving, setSaving] = useState<FieldSaveState>({ kind: "resting" });
  const newest = useRef(0);

  /** Runs `work`, which saves the field; resolves with whether it succeeded. */
  async function save(work: () => Promise<unknown>): Promise<boolean> {
    const turn = ++newest.current;
    const tell = (state: FieldSaveState) => newest.current === turn && setSaving(state);
    tell({ kind: "saving" });
    try {
      await work();
      tell({ kind: "saved" });
      return true;
    } catch (error) {
      tell({ kind: "failed", text: sayError(error) });
      return false;
    }
  }

  function reset() {
    newest.current += 1;
    setSaving({ kind: "resting" });
  }

  return { saving, save, fail: (text: string) => setSaving({ kind: "failed", text }), reset };
}
