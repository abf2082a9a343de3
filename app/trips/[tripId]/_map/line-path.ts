import type { Box, Pixel } from "../_model/places/projection.ts";

/**
 * Returns the SVG path data of a line. The part outside the box is cut off, because a browser cannot draw a dotted
 * line with millions of dots.
 */
export function linePath(points: readonly Pixel[], box: Box): string {
  if (points.every((point) => isInside(point, box))) {
    return points.map(({ x, y }, index) => `${index === 0 ? "M" : "L"}${round(x)} ${round(y)}`).join("");
  }
  return points
    .map((to, index) => {
      const from = points[index - 1];
      const part = from && cutSegment(from, to, box);
      return part ? `M${round(part[0].x)} ${round(part[0].y)}L${round(part[1].x)} ${round(part[1].y)}` : "";
    })
    .join("");
}

function isInside({ x, y }: Pixel, { left, top, right, bottom }: Box): boolean {
  return x >= left && x <= right && y >= top && y <= bottom;
}

/** Clips a segment to the box (algorithm of Liang and Barsky); returns null if no part of it is inside. */
export function cutSegment(from: Pixel, to: Pixel, box: Box): [Pixel, Pixel] | null {
  const [dx, dy] = [to.x - from.x, to.y - from.y];
  let [start, end] = [0, 1];
  const edges = [
    [-dx, from.x - box.left],
    [dx, box.right - from.x],
    [-dy, from.y - box.top],
    [dy, box.bottom - from.y],
  ] as const;
  for (const [step, room] of edges) {
    if (step === 0 && room < 0) return null;
    if (step < 0) start = Math.max(start, room / step);
    if (step > 0) end = Math.min(end, room / step);
  }
  if (start >= end) return null;
  const at = (share: number): Pixel => ({ x: from.x + dx * share, y: from.y + dy * share });
  return [at(start), at(end)];
}

function round(value: number): number {
  return Math.round(value * 10) / 10;
}
