interface Spot {
  x: number;
  y: number;
  /** From 1; null: an idea. */
  day: number | null;
}

const DAY_COLORS = 8;
/** What has no day is grey, like the ideas of the trip's map. */
const IDEA = "day-8";

/** The plan on its map: each day a line in its colour, each stop a dot, the fewer the larger. */
export function drawPlan(
  context: CanvasRenderingContext2D,
  spots: readonly Spot[],
  color: (token: string) => string,
): void {
  const colorOf = (day: number | null) => color(day === null ? IDEA : `day-${((day - 1) % DAY_COLORS) + 1}`);
  const days = Map.groupBy(spots, ({ day }) => day);
  context.lineJoin = "round";
  context.lineCap = "round";
  context.lineWidth = 3;
  for (const [day, stops] of days) {
    if (day === null) continue;
    context.strokeStyle = colorOf(day);
    context.beginPath();
    for (const { x, y } of stops) context.lineTo(x, y);
    context.stroke();
  }
  const radius = spots.length <= 8 ? 6 : spots.length <= 24 ? 5 : 4;
  // Ideas lie below what is planned, and early days above late ones, as on the trip's map.
  for (const { x, y, day } of spots.toReversed()) {
    context.beginPath();
    context.arc(x, y, radius, 0, 2 * Math.PI);
    context.fillStyle = colorOf(day);
    context.fill();
    context.lineWidth = 2;
    context.strokeStyle = color("surface");
    context.stroke();
  }
}
