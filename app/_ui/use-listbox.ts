"use client";

import { type KeyboardEvent, useId, useState } from "react";
import { isComposing } from "#app/_ui/composing.ts";

type Listbox<T> = { options: readonly T[]; open: boolean; onPick: (option: T) => void; onClose: () => void };

/**
 * Keyboard and ARIA of a combobox whose focus stays in the input: arrows move, Enter picks, Escape closes.
 * Spread `input` onto the input and `option(index)` onto each row.
 */
export function useListbox<T>({ options, open, onPick, onClose }: Listbox<T>) {
  const id = useId();
  const [at, setAt] = useState(0);
  const active = Math.min(at, Math.max(0, options.length - 1));
  const shown = open && options.length > 0;

  function onKeyDown(event: KeyboardEvent) {
    // Enter also ends a Chinese or Japanese composition, which must not pick anything.
    if (!shown || isComposing(event.nativeEvent)) return;
    const steps: Record<string, number> = { ArrowDown: active + 1, ArrowUp: active - 1 };
    const step = steps[event.key];
    const option = options[active];
    if (step !== undefined) {
      setAt((step + options.length) % options.length);
    } else if (event.key === "Enter" && option !== undefined) {
      onPick(option);
    } else if (event.key === "Escape") {
      event.stopPropagation();
      onClose();
    } else {
      return;
    }
    event.preventDefault();
  }

  return {
    active,
    /** Back to the first row, for when the options change. */
    reset: () => setAt(0),
    input: {
      role: "combobox" as const,
      "aria-expanded": shown,
      "aria-controls": `${id}-list`,
      "aria-autocomplete": "list" as const,
      "aria-activedescendant": shown ? `${id}-${active}` : undefined,
      autoComplete: "off",
      onKeyDown,
    },
    list: { role: "listbox" as const, id: `${id}-list` },
    option: (index: number) => ({
      role: "option" as const,
      id: `${id}-${index}`,
      "aria-selected": index === active,
      onPointerMove: () => setAt(index),
      // Keeps the focus, and a phone's keyboard, where it is.
      onPointerDown: (event: { preventDefault: () => void }) => event.preventDefault(),
      onClick: () => {
        const option = options[index];
        if (option !== undefined) onPick(option);
      },
    }),
  };
}
