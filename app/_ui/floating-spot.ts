export type Side = "top" | "right" | "bottom" | "left";
export type Align = "start" | "center" | "end";

export interface Placement {
  side: Side;
  align: Align;
  /** Pixels between the two. */
  gap: number;
}

interface Size {
  width: number;
  height: number;
}

interface Box {
  left: number;
  top: number;
  right: number;
  bottom: number;
}

/** Kept free at the window's edges. */
const MARGIN_PX = 8;

const opposite: Record<Side, Side> = { top: "bottom", bottom: "top", left: "right", right: "left" };

/** Where something floats beside its anchor: on the wished side, else on the other one if that has more room. */
export function floatingSpot(anchor: Box, size: Size, view: Size, placement: Placement) {
  const { gap, align } = placement;
  const room: Record<Side, number> = {
    top: anchor.top - gap - MARGIN_PX,
    bottom: view.height - anchor.bottom - gap - MARGIN_PX,
    left: anchor.left - gap - MARGIN_PX,
    right: view.width - anchor.right - gap - MARGIN_PX,
  };
  const isVertical = placement.side === "top" || placement.side === "bottom";
  const wanted = isVertical ? size.height : size.width;
  const other = opposite[placement.side];
  const side = wanted > room[placement.side] && room[other] > room[placement.side] ? other : placement.side;
  const maxHeight = Math.max(0, isVertical ? room[side] : view.height - 2 * MARGIN_PX);
  const height = Math.min(size.height, maxHeight);
  const left = isVertical
    ? along(align, anchor.left, anchor.right, size.width)
    : side === "right"
      ? anchor.right + gap
      : anchor.left - gap - size.width;
  const top = isVertical
    ? side === "bottom"
      ? anchor.bottom + gap
      : anchor.top - gap - height
    : along(align, anchor.top, anchor.bottom, height);
  return {
    side,
    maxHeight,
    left: within(left, view.width - size.width),
    top: within(top, view.height - height),
  };
}

function along(align: Align, start: number, end: number, length: number): number {
  if (align === "start") return start;
  return align === "end" ? end - length : (start + end - length) / 2;
}

function within(value: number, limit: number): number {
  return Math.max(MARGIN_PX, Math.min(value, limit - MARGIN_PX));
}
