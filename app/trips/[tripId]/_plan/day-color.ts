import type { CSSProperties } from "react";

/** How many day colours there are; the ninth day takes the first again. */
const DAY_COLORS = 8;

/** Sets `--day` for everything inside: `bg-(--day)`. The map colours its days by the same index. */
export function dayStyle(index: number): CSSProperties {
  return { "--day": `var(--color-day-${(index % DAY_COLORS) + 1})` } as CSSProperties;
}
