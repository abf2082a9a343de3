import type { LucideIcon } from "lucide-react";
import { memo } from "react";
import { cx } from "#app/_ui/cx.ts";

type IconProps = { of: LucideIcon; size?: 14 | 16 | 20 | 24; className?: string | undefined };

/**
 * A lucide icon with the product's stroke width. It is decorative: the text beside it, or a label, has the meaning. It
 * is memoised because a plan has hundreds of icons, each three components deep.
 */
export const Icon = memo(function Icon({ of: Glyph, size = 16, className }: IconProps) {
  return (
    <Glyph
      size={size}
      strokeWidth={1.5}
      absoluteStrokeWidth
      aria-hidden
      focusable={false}
      className={cx("shrink-0", className)}
    />
  );
});
