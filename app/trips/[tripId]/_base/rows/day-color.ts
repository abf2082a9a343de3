import type { CSSProperties } from "react";

/** The number of day colours; the ninth day has the first colour again. */
const DAY_COLORS = 8;

/**
 * Sets `--day`, the colour of the day, for an element and its content. The map colours its days by the same index.
 */
export function dayStyle(index: number): CSSProperties {
  return { "--day": `var(--color-day-${(index % DAY_COLORS) + 1})` } as CSSProperties;
}
