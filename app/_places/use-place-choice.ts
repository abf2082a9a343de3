"use client";

import { useCallback, useState } from "react";
import { useListbox } from "#app/_ui/use-listbox.ts";
import type { PlaceDto } from "#lib/shared/places.ts";

const NONE: readonly PlaceDto[] = [];

interface PlaceChoice {
  /** `text`: what was typed counts until an arrow key or a finger says otherwise. */
  start: "first" | "text";
  onPick: (place: PlaceDto) => void;
}

/**
 * The keyboard of a field with a `PlaceList` below it, which finds the places and may come later. What was pasted as a
 * point is chosen at once: nobody means its digits.
 */
export function usePlaceChoice({ start, onPick }: PlaceChoice) {
  const [places, setPlaces] = useState(NONE);
  const [open, setOpen] = useState(false);
  const { input, reset, ...listbox } = useListbox({
    options: places,
    open,
    start: places[0]?.kind === "point" ? "first" : start,
    onClose: () => setOpen(false),
    onPick: (place) => {
      setOpen(false);
      onPick(place);
    },
  });
  const onPlaces = useCallback(
    (found: readonly PlaceDto[]) => {
      setPlaces(found);
      reset();
    },
    [reset],
  );
  return {
    input,
    /** Something was typed. */
    typed() {
      reset();
      setOpen(true);
    },
    close: () => setOpen(false),
    /** Spread onto the `PlaceList`, which stands at the field. */
    list: { open, listbox, onPlaces },
  };
}
