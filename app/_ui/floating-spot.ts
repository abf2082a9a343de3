export type Side = "top" | "right" | "bottom" | "left";
export type Align = "start" | "center" | "end";

export interface Placement {
  side: Side;
  align: Align;
  /** The distance between anchor and popover in pixels. */
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

/** The visible part of the window; `top` is the height of an invisible part above it. */
export interface VisibleArea extends Size {
  top?: number;
}

/** The minimum distance from the edges of the visible part, in pixels. */
export const MARGIN_PX = 8;

const opposite: Record<Side, Side> = { top: "bottom", bottom: "top", left: "right", right: "left" };

/** Computes the position beside an anchor: on the requested side, or on the opposite one when that has more space. */
export function computePopoverPosition(anchor: Box, size: Size, view: VisibleArea, placement: Placement) {
  const { gap, align } = placement;
  const first = view.top ?? 0;
  const last = first + view.height;
  const tallest = Math.max(0, view.height - 2 * MARGIN_PX);
  const room: Record<Side, number> = {
    top: anchor.top - first - gap - MARGIN_PX,
    bottom: last - anchor.bottom - gap - MARGIN_PX,
    left: anchor.left - gap - MARGIN_PX,
    right: view.width - anchor.right - gap - MARGIN_PX,
  };
  const isVertical = placement.side === "top" || placement.side === "bottom";
  const wanted = isVertical ? size.height : size.width;
  const other = opposite[placement.side];
  const side = wanted > room[placement.side] && room[other] > room[placement.side] ? other : placement.side;
  const maxHeight = isVertical ? Math.min(Math.max(0, room[side]), tallest) : tallest;
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
    left: within(left, 0, view.width - size.width),
    top: within(top, first, last - height),
  };
}

function along(align: Align, start: number, end: number, length: number): number {
  if (align === "start") return start;
  return align === "end" ? end - length : (start + end - length) / 2;
}

function within(value: number, first: number, last: number): number {
  return Math.max(first + MARGIN_PX, Math.min(value, last - MARGIN_PX));
}
