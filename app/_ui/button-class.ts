import { cx } from "#app/_ui/cx.ts";

/** `primary` is the one solid button of a view; `accent` is text in the accent colour; `plain` is text only. */
export type ButtonTone = "primary" | "secondary" | "plain" | "accent" | "danger";
/**
 * `md` is 32 px high, `sm` 28 px for dense rows; `wide` fills its column at 44 px. Every size is 44 px on touch
 * screens.
 */
export type ButtonSize = "md" | "sm" | "wide";

const tones: Record<ButtonTone, string> = {
  primary: "bg-accent text-on-accent hover:bg-accent-hover active:bg-accent-hover",
  secondary: "bg-press text-text hover:bg-n-200 active:bg-n-200",
  plain: "text-text hover:bg-hover active:bg-press",
  accent: "text-accent-text hover:bg-hover active:bg-press",
  danger: "text-danger hover:bg-danger-tint active:bg-danger-tint",
};

const sizes: Record<ButtonSize, string> = {
  md: "h-8 px-3 text-sm touch:h-11 touch:text-md",
  sm: "h-7 px-2.5 text-sm touch:h-11 touch:text-md",
  wide: "h-11 w-full px-4 text-md phone:h-12 phone:text-lg",
};

const shape =
  "inline-flex shrink-0 select-none items-center justify-center gap-1.5 whitespace-nowrap rounded-sm font-medium transition-colors";
const disabled = "disabled:bg-press disabled:text-text-3";

/** Returns the classes of a button, also for a link that looks like one. */
export function buttonClass(
  tone: ButtonTone = "secondary",
  size: ButtonSize = "md",
  className?: string,
): string {
  return cx(shape, tones[tone], sizes[size], disabled, className);
}
