"use client";

import { type KeyboardEvent, useEffect, useId, useLayoutEffect, useRef, useState } from "react";
import { isComposing } from "#app/_ui/composing.ts";
import { useTripActions } from "#lib/client/open-trip/trip-context.tsx";
import { cleanText, draftFate } from "./typed-text.ts";
import { markUnsaved } from "../unsaved.ts";
import { useLatest } from "../use-latest.ts";
import { useLostText } from "./use-lost-text.ts";

interface DraftOptions {
  /** The id of the trip, day or stop that the field belongs to. */
  of: string;
  /** The saved value; other members' changes appear in the field as long as the user does not type. */
  value: string;
  /**
   * Is called with the changed text and the seq of the trip when typing began. Returns an error message if the text
   * is invalid, which then stays in the field.
   */
  save: (text: string, baseSeq: number) => string | null | void;
  /** Whether Enter saves the text. */
  oneLine?: boolean;
  onFocus?: () => void;
  onBlur?: () => void;
}

interface Typing {
  text: string;
  /** The saved text when typing began; `baseSeq` is the seq of the trip at that time. */
  from: string;
  baseSeq: number;
}

/** The unsaved text of a field, until it is saved or discarded when the field is left or removed. */
function useTyped({ of, value, save, oneLine = true }: DraftOptions) {
  const actions = useTripActions();
  const lost = useLostText();
  const [draft, setDraft] = useState<string | null>(null);
  const [wrong, setWrong] = useState<string | null>(null);
  // The text is stored in a ref, too, because a blur or the removal of the field may come before the state is updated.
  const typing = useRef<Typing | null>(null);
  const dirty = draft !== null && draft !== value;
  useUnsavedWarning(dirty);

  /** Discards the text. Returns the seq of the trip when typing began. */
  function forget(): number {
    const baseSeq = typing.current?.baseSeq ?? actions.baseSeq();
    typing.current = null;
    setDraft(null);
    setWrong(null);
    return baseSeq;
  }

  function settle(isGoing: boolean) {
    if (!typing.current) return;
    const { text: typed, from, baseSeq } = typing.current;
    const text = cleanText(typed, { oneLine });
    const reason = lost.barrier(of);
    const fate = draftFate({ text, from, now: value, writable: reason === null });
    const problem = fate === "save" ? (save(text, baseSeq) ?? null) : reason;
    if (fate === "save" && problem !== null && !isGoing) return setWrong(problem);
    if (fate !== "nothing" && problem !== null) lost.tell(problem, text);
    forget();
  }

  // The text is also settled on unmount, because a focused field that is removed from the page gets no blur event.
  const latest = useLatest(settle);
  useLayoutEffect(() => () => latest.current(true), [latest]);

  function change(text: string) {
    const { from, baseSeq } = typing.current ?? { from: value, baseSeq: actions.baseSeq() };
    typing.current = { text, from, baseSeq };
    setDraft(text);
  }
  return { draft, dirty, wrong, change, forget, settle };
}

/** The props of a field that saves itself on blur, on Enter and when it is removed; Escape discards the input. */
export function useAutosaveField(options: DraftOptions) {
  const { value, oneLine = true, onFocus, onBlur } = options;
  const { draft, dirty, wrong, change, forget, settle } = useTyped(options);
  return {
    dirty,
    /** The error message for the text in the field. */
    wrong,
    /**
     * Discards the text, for example because the user has picked an entry of a list instead; returns the seq of the
     * trip when typing began.
     */
    forget,
    field: {
      value: draft ?? value,
      "data-own-escape": true,
      onFocus: () => onFocus?.(),
      onChange: (event: { target: { value: string } }) => change(event.target.value),
      onBlur() {
        settle(false);
        onBlur?.();
      },
      onKeyDown(event: KeyboardEvent<HTMLInputElement | HTMLTextAreaElement>) {
        if (isComposing(event.nativeEvent)) return;
        if (event.key === "Escape") {
          event.stopPropagation();
          forget();
          event.currentTarget.blur();
        } else if (event.key === "Enter" && (oneLine || event.metaKey || event.ctrlKey)) {
          event.preventDefault();
          event.currentTarget.blur();
        }
      },
    },
  };
}

/** Makes the browser ask before it closes the page, as long as `unsaved` is true. */
export function useUnsavedWarning(unsaved: boolean): void {
  const place = useId();
  useEffect(() => {
    markUnsaved(place, unsaved);
    return () => markUnsaved(place, false);
  }, [place, unsaved]);
}
