"use client";

import { type KeyboardEvent, useEffect, useEffectEvent, useState } from "react";
import { isComposing } from "#app/_ui/composing.ts";
import { useListbox } from "#app/_ui/use-listbox.ts";
import type { OfferedPlace } from "#lib/client/planned-places.ts";

interface FoundSoFar {
  places: readonly OfferedPlace[];
  /** More may come. */
  isBusy: boolean;
}
const NOTHING: FoundSoFar = { places: [], isBusy: false };

interface PlaceChoice {
  /** `text`: what was typed counts until an arrow key or a finger says otherwise. */
  start: "first" | "text";
  onPick: (place: OfferedPlace) => void;
}

/**
 * The keyboard of a field with a `PlaceList` below it, which finds the places and may come later. What was pasted as a
 * point is chosen at once: nobody means its digits. Enter before the answer means its first place where only a place
 * makes sense.
 */
export function usePlaceChoice({ start, onPick }: PlaceChoice) {
  const [{ places, isBusy }, setFound] = useState(NOTHING);
  const [open, setOpen] = useState(false);
  const [waits, setWaits] = useState(false);
  const close = () => {
    setOpen(false);
    setWaits(false);
  };
  const pick = (place: OfferedPlace) => {
    close();
    onPick(place);
  };
  useAnswer(waits && !isBusy ? places[0] : undefined, pick);
  const { input, reset, ...listbox } = useListbox({
    options: places,
    optionKey: ({ placeRef }) => placeRef,
    open,
    start: places[0]?.kind === "point" ? "first" : start,
    onClose: close,
    onPick: pick,
  });
  /** @returns whether the key was the list's */
  function onKeyDown(event: KeyboardEvent): boolean {
    if (input.onKeyDown(event)) return true;
    if (isComposing(event.nativeEvent)) return false;
    if (event.key === "ArrowDown" && !open) {
      setOpen(true);
      return true;
    }
    if (event.key !== "Enter" || start !== "first" || !open || !isBusy) return false;
    event.preventDefault();
    setWaits(true);
    return true;
  }
  return {
    input: { ...input, onKeyDown },
    /** Enter was pressed, and the place that it means is on its way. */
    waits: waits && isBusy,
    /** Something was typed. */
    typed() {
      reset();
      setOpen(true);
      setWaits(false);
    },
    /** What was typed is looked for again, after the list was closed. */
    reopen: () => setOpen(true),
    close,
    /** Spread onto the `PlaceList`, which stands at the field. */
    list: { open, listbox, onFound: setFound },
  };
}

/** What was waited for, once it is there. */
function useAnswer(place: OfferedPlace | undefined, onAnswer: (place: OfferedPlace) => void) {
  const answer = useEffectEvent(onAnswer);
  useEffect(() => {
    if (place) answer(place);
  }, [place]);
}
