/** The classes of a round button on a photo: 44 px, dark in both themes. */
export const photoButtonClass =
  "grid size-11 shrink-0 place-items-center rounded-full bg-overlay/70 text-on-overlay transition-colors hover:bg-overlay focus-visible:shadow-[0_0_0_2px_var(--color-overlay),0_0_0_4px_var(--color-on-overlay)]";
