import type { LucideIcon } from "lucide-react";
import { memo } from "react";
import { cx } from "#app/_ui/cx.ts";

type IconProps = { of: LucideIcon; size?: 14 | 16 | 20 | 24; className?: string | undefined };

/**
 * A lucide icon at the product's stroke. It is decoration: the words beside it, or a label, carry the meaning. A plan has
 * hundreds, each three components deep: they stay as they are when what they stand in is drawn anew.
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
