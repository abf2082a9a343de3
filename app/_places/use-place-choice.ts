"use client";

import { type KeyboardEvent, useEffect, useEffectEvent, useState } from "react";
import { isComposing } from "#app/_ui/composing.ts";
import { useListbox } from "#app/_ui/use-listbox.ts";
import type { OfferedPlace } from "#lib/client/places/planned-places.ts";

interface FoundSoFar {
  places: readonly OfferedPlace[];
  /** Whether more results may follow. */
  isBusy: boolean;
}
const NOTHING: FoundSoFar = { places: [], isBusy: false };

interface PlaceChoice {
  /** `text`: the typed text counts until the user chooses a place with an arrow key or a press. */
  start: "first" | "text";
  onPick: (place: OfferedPlace) => void;
}

/**
 * Handles the keyboard of a field with a `PlaceList`, which finds the places and may be loaded later. A pasted point is
 * chosen immediately, because its digits are no name. In a field that needs a place, Enter before the results arrive
 * picks the first of them.
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
  /**
   * Handles a key of the field.
   * @returns whether the key was for the list
   */
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
    /** Whether Enter was pressed and the place that it will pick has not arrived yet. */
    waits: waits && isBusy,
    /** Is to be called when something was typed. */
    typed() {
      reset();
      setOpen(true);
      setWaits(false);
    },
    /** Opens the list again after it was closed. */
    reopen: () => setOpen(true),
    close,
    /** The props of the `PlaceList` at the field. */
    list: { open, listbox, onFound: setFound },
  };
}

/** Calls back with the awaited place when it arrives. */
function useAnswer(place: OfferedPlace | undefined, onAnswer: (place: OfferedPlace) => void) {
  const answer = useEffectEvent(onAnswer);
  useEffect(() => {
    if (place) answer(place);
  }, [place]);
}
