import { cx } from "#app/_ui/cx.ts";

/** A placeholder in the final shape of loading content; classes give it width and height. */
export function Skeleton({ className }: { className?: string }) {
  return (
    <span
      aria-hidden
      className={cx(
        "block animate-[breathe_1.6s_ease-in-out_infinite] bg-press motion-reduce:animate-none",
        // The default radius is left out if `className` has one: with two classes, the order in the style sheet would
        // decide.
        !className?.includes("rounded-") && "rounded-xs",
        className,
      )}
    />
  );
}
