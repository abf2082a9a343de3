import { cx } from "#app/_ui/cx.ts";

type SpinnerProps = { size?: 14 | 16 | 20; tone?: "accent" | "current"; className?: string };

const ring = {
  accent: "border-line-strong border-t-accent",
  current: "border-current border-t-transparent opacity-80",
};

/**
 * A spinning ring, which stands still under reduced motion. A text nearby, or `aria-busy`, must say what is going on.
 */
export function Spinner({ size = 14, tone = "accent", className }: SpinnerProps) {
  return (
    <span
      aria-hidden
      style={{ width: size, height: size }}
      className={cx(
        "inline-block shrink-0 animate-[turn_900ms_linear_infinite] rounded-full border-[1.75px] motion-reduce:animate-none",
        ring[tone],
        className,
      )}
    />
  );
}
