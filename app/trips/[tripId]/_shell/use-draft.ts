"use client";

import { type KeyboardEvent, useEffect, useId, useLayoutEffect, useRef, useState } from "react";
import { isComposing } from "#app/_ui/composing.ts";
import { useTripActions } from "#lib/client/trip-context.tsx";
import { cleanText, draftFate } from "./typed-text.ts";
import { markUnsaved } from "./unsaved.ts";
import { useLatest } from "./use-latest.ts";
import { useLostText } from "./use-lost-text.ts";

interface DraftOptions {
  /** Id of the trip, day or stop that the field belongs to. */
  of: string;
  /** What is saved now; newer versions of others come in while nobody types here. */
  value: string;
  /**
   * Called with what was typed, when it differs, and the seq that it was typed over. Returns a sentence when the text
   * makes no sense; it stays in the field then.
   */
  save: (text: string, baseSeq: number) => string | null | void;
  /** Whether Enter saves too. */
  oneLine?: boolean;
  onFocus?: () => void;
  onBlur?: () => void;
}

interface Typing {
  text: string;
  /** The text and the seq that it was typed over. */
  from: string;
  baseSeq: number;
}

/** What stands in a field and is not saved, until it is settled: by the field, or by its end. */
function useTyped({ of, value, save, oneLine = true }: DraftOptions) {
  const actions = useTripActions();
  const lost = useLostText();
  const [draft, setDraft] = useState<string | null>(null);
  const [wrong, setWrong] = useState<string | null>(null);
  // Beside the state, because a blur or the field's end may come before the state is there.
  const typing = useRef<Typing | null>(null);
  const dirty = draft !== null && draft !== value;
  useUnsaved(dirty);

  /** @returns the seq that the text was begun over */
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

  // React tells a focused field that is taken out of the page nothing: no blur comes.
  const latest = useLatest(settle);
  useLayoutEffect(() => () => latest.current(true), [latest]);

  function change(text: string) {
    const { from, baseSeq } = typing.current ?? { from: value, baseSeq: actions.baseSeq() };
    typing.current = { text, from, baseSeq };
    setDraft(text);
  }
  return { draft, dirty, wrong, change, forget, settle };
}

/** A field that saves itself: on blur and Enter, and when it goes away; Escape takes back what was typed. */
export function useDraft(options: DraftOptions) {
  const { value, oneLine = true, onFocus, onBlur } = options;
  const { draft, dirty, wrong, change, forget, settle } = useTyped(options);
  return {
    dirty,
    /** Why the text in the field could not be saved. */
    wrong,
    /** What was typed is answered in another way, such as by a pick from a list, over the seq that it returns. */
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

/** While it is true, the browser asks before it leaves the page. */
export function useUnsaved(unsaved: boolean): void {
  const place = useId();
  useEffect(() => {
    markUnsaved(place, unsaved);
    return () => markUnsaved(place, false);
  }, [place, unsaved]);
}
