import type { ReactNode, Ref } from "react";
import { ContourCover } from "#app/_cover/quiet-cover.tsx";
import { cx } from "#app/_ui/cx.ts";

type CoverFrameProps = {
  ref?: Ref<HTMLSpanElement>;
  /** What is shown on top of the drawn hills. */
  shows?: "picture" | "map" | "quiet";
  /** The same seed, such as a trip's id, always gives the same hills. */
  seed: string;
  /** The class that gives the cover its size. */
  className: string;
  children?: ReactNode;
};

/** The frame of a cover. A map has an outline, because its edge may be as dark as the page. */
export function CoverFrame({ ref, shows = "quiet", seed, className, children }: CoverFrameProps) {
  return (
    <span
      ref={ref}
      data-cover={shows}
      className={cx(
        "relative block overflow-hidden rounded-sm bg-map-land",
        shows !== "picture" &&
          "after:pointer-events-none after:absolute after:inset-0 after:rounded-sm after:shadow-[inset_0_0_0_1px_var(--color-line)]",
        className,
      )}
    >
      <ContourCover seed={seed} />
      {children}
    </span>
  );
}
