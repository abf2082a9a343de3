import { cx } from "#app/_ui/cx.ts";

export type SegmentSize = "md" | "sm";

/** Returns the classes of the track around segments. */
export function segmentTrackClass(): string {
  return "inline-flex rounded-sm bg-press p-0.5";
}

/**
 * Returns the classes of one segment; the caller adds the style of the chosen one, since tabs and radio buttons mark it
 * by different attributes.
 */
export function segmentClass(size: SegmentSize): string {
  return cx(
    "inline-flex items-center justify-center gap-1.5 rounded-[5px] font-medium whitespace-nowrap text-text-2 transition-colors select-none",
    size === "md"
      ? "h-7 px-3 text-sm touch:h-10 touch:px-3 touch:text-md"
      : "h-6 px-2.5 text-xs touch:h-10 touch:px-3 touch:text-sm",
  );
}
