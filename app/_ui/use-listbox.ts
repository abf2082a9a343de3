"use client";

import { type KeyboardEvent, useCallback, useId, useState } from "react";
import { isComposing } from "#app/_ui/composing.ts";

type Listbox<T> = {
  options: readonly T[];
  /** Returns the key that identifies an option, so that the chosen one stays chosen when more options are found. */
  optionKey: (option: T) => string;
  open: boolean;
  onPick: (option: T) => void;
  onClose: () => void;
  /** `text`: no option is chosen until an arrow key chooses one, and Enter belongs to the field. */
  start?: "first" | "text";
};

/** The index that means the typed text and no option. */
const TEXT = -1;

/**
 * Keyboard and ARIA of a combobox whose focus stays in the input: arrows move, Enter picks, Escape closes.
 * Spread `input` onto the input and `option(index)` onto each row.
 */
export function useListbox<T>({ options, optionKey, open, onPick, onClose, start = "first" }: Listbox<T>) {
  const id = useId();
  const first = start === "first" ? 0 : TEXT;
  const { active, choose, reset } = useChosen(options, optionKey, first);
  const shown = open && options.length > 0;

  /**
   * Handles a key of the input.
   * @returns whether the key was for the list
   */
  function onKeyDown(event: KeyboardEvent): boolean {
    // Enter also ends a Chinese or Japanese composition, which must not pick an option.
    if (!shown || isComposing(event.nativeEvent)) return false;
    const steps: Record<string, number> = { ArrowDown: 1, ArrowUp: -1 };
    const step = steps[event.key];
    const option = options[active];
    if (step !== undefined) {
      const count = options.length - first;
      choose(((active - first + step + count) % count) + first);
    } else if (event.key === "Enter" && option !== undefined) {
      onPick(option);
    } else if (event.key === "Escape") {
      event.stopPropagation();
      onClose();
    } else {
      return false;
    }
    event.preventDefault();
    return true;
  }

  return {
    active,
    /** Chooses the first option again, for a new search. */
    reset,
    input: {
      role: "combobox" as const,
      "aria-expanded": shown,
      "aria-controls": `${id}-list`,
      "aria-autocomplete": "list" as const,
      "aria-activedescendant": shown && active !== TEXT ? `${id}-${active}` : undefined,
      autoComplete: "off",
      onKeyDown,
    },
    list: { role: "listbox" as const, id: `${id}-list` },
    option: (index: number) => ({
      role: "option" as const,
      id: `${id}-${index}`,
      "aria-selected": index === active,
      // In a field for free text, a mouse that only rests where the list opens must not choose an option.
      onPointerMove: start === "first" ? () => choose(index) : undefined,
      // Keeps the focus, and a phone's keyboard, in the input.
      onPointerDown: (event: { preventDefault: () => void }) => event.preventDefault(),
      onClick: () => {
        const option = options[index];
        if (option !== undefined) onPick(option);
      },
    }),
  };
}

/** Returns the chosen index. It is `first` until an option was chosen, and when that option is no longer found. */
function useChosen<T>(options: readonly T[], optionKey: (option: T) => string, first: number) {
  const [chosen, setChosen] = useState<string | null>(null);
  const at = chosen === null ? -1 : options.findIndex((option) => optionKey(option) === chosen);
  const reset = useCallback(() => setChosen(null), []);
  function choose(index: number) {
    const option = options[index];
    setChosen(option === undefined ? null : optionKey(option));
  }
  return { active: at === -1 ? first : at, choose, reset };
}
