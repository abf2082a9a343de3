import { cutSegment } from "./line-path.ts";
import type { Box, Pixel } from "./projection.ts";

export type Side = "right" | "left" | "below" | "above";

export interface Spot {
  id: string;
  /** The middle of the marker, in pixels. */
  x: number;
  y: number;
  radius: number;
  nameWidth: number;
  /** Selected or hovered: drawn whole and named, whatever is in the way. */
  forced: boolean;
  /** Where its name stood last; kept while there is room, so that names don't jump. */
  side: Side | null;
}

export interface Placement {
  /** A dot is what remains of a marker under another one. */
  dot: boolean;
  /** Where the name stands; null: nowhere. */
  side: Side | null;
}

export interface Surroundings {
  /** What nothing covers: names stand inside of it. */
  window: Box;
  /** Controls and the like. */
  panels: readonly Box[];
  /** Routes, as what a name avoids where it can. */
  lines: readonly Pixel[][];
}

const NAME_HEIGHT = 16;
const GAP = 6;
const DOT_RADIUS = 5;
/** How near, in diameters, a marker may come before the lesser one becomes a dot. */
const OVERLAP = 0.85;
const SIDES: readonly Side[] = ["right", "left", "below", "above"];

/** Lays out markers and names; `spots` come with the most important first. */
export function placeMarkers(
  spots: readonly Spot[],
  { window, panels, lines }: Surroundings,
): Map<string, Placement> {
  const placements = new Map<string, Placement>();
  const whole = new BoxGrid();
  const room = { window, taken: new BoxGrid(), crossed: new BoxGrid() };
  for (const panel of panels) room.taken.add(panel);
  for (const line of lines) for (const box of boxesAlong(line, window)) room.crossed.add(box);
  for (const spot of spots) {
    const dot = !spot.forced && whole.hits(square(spot, spot.radius * (2 * OVERLAP - 1)));
    placements.set(spot.id, { dot, side: null });
    if (!dot) whole.add(square(spot, spot.radius));
    room.taken.add(square(spot, dot ? DOT_RADIUS : spot.radius));
  }
  for (const spot of spots) {
    const placement = placements.get(spot.id);
    if (!placement || placement.dot || spot.nameWidth === 0) continue;
    placement.side = sideFor(spot, room);
    if (placement.side) room.taken.add(nameBox(spot, placement.side));
  }
  return placements;
}

interface Room {
  window: Box;
  taken: BoxGrid;
  crossed: BoxGrid;
}

/** The side it stood on, else the first that is free; one that a route crosses only if there is no other. */
function sideFor(spot: Spot, { window, taken, crossed }: Room): Side | null {
  const sides = spot.side ? [spot.side, ...SIDES.filter((side) => side !== spot.side)] : SIDES;
  const inside = sides.filter((side) => contains(window, nameBox(spot, side)));
  const free = inside.filter((side) => !taken.hits(nameBox(spot, side)));
  const clear = free.find((side) => !crossed.hits(nameBox(spot, side)));
  return clear ?? free[0] ?? (spot.forced ? (inside[0] ?? "right") : null);
}

const LINE_STEP = 10;

/** Small boxes every few pixels of a line, where it is in sight. */
function* boxesAlong(line: readonly Pixel[], window: Box): Generator<Box> {
  for (const [index, to] of line.entries()) {
    const from = line[index - 1];
    const part = from && cutSegment(from, to, window);
    if (!part) continue;
    const [start, end] = part;
    const steps = Math.ceil(Math.hypot(end.x - start.x, end.y - start.y) / LINE_STEP);
    for (let step = 0; step <= steps; step++) {
      const share = steps === 0 ? 0 : step / steps;
      const x = start.x + (end.x - start.x) * share;
      const y = start.y + (end.y - start.y) * share;
      yield { left: x - 2, top: y - 2, right: x + 2, bottom: y + 2 };
    }
  }
}

function square({ x, y }: Spot, half: number): Box {
  return { left: x - half, top: y - half, right: x + half, bottom: y + half };
}

function nameBox({ x, y, radius, nameWidth }: Spot, side: Side): Box {
  const [width, height] = [nameWidth, NAME_HEIGHT];
  if (side === "right" || side === "left") {
    const left = side === "right" ? x + radius + GAP : x - radius - GAP - width;
    return { left, top: y - height / 2, right: left + width, bottom: y + height / 2 };
  }
  const top = side === "below" ? y + radius + GAP / 2 : y - radius - GAP / 2 - height;
  return { left: x - width / 2, top, right: x + width / 2, bottom: top + height };
}

function contains(outer: Box, inner: Box): boolean {
  return (
    inner.left >= outer.left &&
    inner.right <= outer.right &&
    inner.top >= outer.top &&
    inner.bottom <= outer.bottom
  );
}

const CELL = 64;

/** Boxes by the cells they touch, so that hundreds of markers are compared with their neighbours only. */
class BoxGrid {
  readonly #cells = new Map<string, Box[]>();

  add(box: Box): void {
    for (const key of cellsOf(box)) {
      const cell = this.#cells.get(key);
      if (cell) cell.push(box);
      else this.#cells.set(key, [box]);
    }
  }

  hits(box: Box): boolean {
    for (const key of cellsOf(box)) {
      if (this.#cells.get(key)?.some((other) => overlaps(other, box))) return true;
    }
    return false;
  }
}

function overlaps(a: Box, b: Box): boolean {
  return a.left < b.right && b.left < a.right && a.top < b.bottom && b.top < a.bottom;
}

function* cellsOf({ left, top, right, bottom }: Box): Generator<string> {
  for (let column = Math.floor(left / CELL); column * CELL < right; column++) {
    for (let row = Math.floor(top / CELL); row * CELL < bottom; row++) yield `${column},${row}`;
  }
}
