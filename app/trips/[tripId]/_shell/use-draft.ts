"use client";

import { type FocusEvent, type KeyboardEvent, useRef, useState } from "react";
import { useTripActions } from "#lib/client/trip-context.tsx";

interface DraftOptions {
  /** What is saved now; newer versions of others come in while nobody types here. */
  value: string;
  /** Called with what was typed, when it differs, and the seq that it was typed over. */
  save: (text: string, baseSeq: number) => void;
  /** Whether Enter saves too. */
  oneLine?: boolean;
  onFocus?: () => void;
  onBlur?: () => void;
}

/** A field that saves itself: on blur and Enter; Escape takes back what was typed. */
export function useDraft({ value, save, oneLine = true, onFocus, onBlur }: DraftOptions) {
  const actions = useTripActions();
  const [draft, setDraft] = useState<string | null>(null);
  const base = useRef(0);
  // Escape blurs in the same tick, before the state is there.
  const reverted = useRef(false);

  function commit() {
    if (!reverted.current && draft !== null && draft.trim() !== value.trim())
      save(draft.trim(), base.current);
    reverted.current = false;
    setDraft(null);
  }

  return {
    dirty: draft !== null && draft !== value,
    field: {
      value: draft ?? value,
      "data-own-escape": true,
      onFocus() {
        base.current = actions.baseSeq();
        onFocus?.();
      },
      onChange(event: { target: { value: string } }) {
        if (draft === null) base.current = actions.baseSeq();
        setDraft(event.target.value);
      },
      onBlur(_: FocusEvent) {
        commit();
        onBlur?.();
      },
      onKeyDown(event: KeyboardEvent<HTMLInputElement | HTMLTextAreaElement>) {
        if (event.nativeEvent.isComposing) return;
        if (event.key === "Escape") {
          event.stopPropagation();
          reverted.current = true;
          event.currentTarget.blur();
        } else if (event.key === "Enter" && (oneLine || event.metaKey || event.ctrlKey)) {
          event.preventDefault();
          event.currentTarget.blur();
        }
      },
    },
  };
}
