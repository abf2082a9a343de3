import { cx } from "#app/_ui/cx.ts";

/** A quiet block in the final shape of what is loading; give it width and height by classes. */
export function Skeleton({ className }: { className?: string }) {
  return (
    <span
      aria-hidden
      className={cx(
        "block animate-[breathe_1.6s_ease-in-out_infinite] bg-press motion-reduce:animate-none",
        // Of two radii the style sheet's order would choose.
        !className?.includes("rounded-") && "rounded-xs",
        className,
      )}
    />
  );
}
