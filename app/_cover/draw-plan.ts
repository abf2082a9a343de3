interface Spot {
  x: number;
  y: number;
  /** The number of the day, from 1; null: the stop is in Ideas. */
  day: number | null;
}

const DAY_COLORS = 8;
/** The colour of the stops without a day: grey, like on the trip's map. */
const IDEA = "day-8";

/**
 * Draws the plan on a map: a line for each day in its colour, and a dot for each stop. The fewer stops, the larger are
 * the dots.
 */
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
  // Stops of Ideas are below planned ones, and early days are above late ones, as on the trip's map.
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
