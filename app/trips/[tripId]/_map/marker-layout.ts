import { cutSegment } from "./line-path.ts";
import type { Box, Pixel } from "../_model/places/projection.ts";

export type Side = "right" | "left" | "below" | "above";

export interface Spot {
  id: string;
  /** The middle of the marker in pixels. */
  x: number;
  y: number;
  radius: number;
  nameWidth: number;
  /**
   * Whether the marker is selected or hovered; then it is drawn whole and with its name even if it overlaps others.
   */
  forced: boolean;
  /**
   * The side of the marker's name in the last layout. It is preferred as long as it is free, so that names do not
   * jump.
   */
  side: Side | null;
}

export interface Placement {
  /** Whether the marker is drawn as a dot, because a more important marker overlaps it. */
  dot: boolean;
  /** On which side of the marker its name is drawn; null if it is not drawn. */
  side: Side | null;
}

export interface Surroundings {
  /** The uncovered part of the map; names are placed inside of it. */
  window: Box;
  /** The boxes of the controls, the legend and the credits. */
  panels: readonly Box[];
  /** The routes, which names avoid if they can. */
  lines: readonly Pixel[][];
}

const NAME_HEIGHT = 16;
const GAP = 6;
const DOT_RADIUS = 5;
/**
 * If two markers are nearer to each other than this share of their diameter, the less important one becomes a dot.
 */
export const MIN_MARKER_DISTANCE_SHARE = 0.85;
const SIDES: readonly Side[] = ["right", "left", "below", "above"];

/** Lays out markers and names; `spots` are sorted by importance, the most important first. */
export function placeMarkers(
  spots: readonly Spot[],
  { window, panels, lines }: Surroundings,
): Map<string, Placement> {
  const placements = new Map<string, Placement>();
  const whole = new BoxGrid();
  const room = { window, taken: new BoxGrid(), crossed: new LineGrid() };
  for (const panel of panels) room.taken.add(panel);
  for (const line of lines) room.crossed.add(line, window);
  for (const spot of spots) {
    const dot = !spot.forced && whole.hits(square(spot, spot.radius * (2 * MIN_MARKER_DISTANCE_SHARE - 1)));
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
  crossed: LineGrid;
}

/**
 * Returns the previous side of a name if it is free, else the first free side; a side that a route crosses is used
 * only if there is no other.
 */
function sideFor(spot: Spot, { window, taken, crossed }: Room): Side | null {
  const sides = spot.side ? [spot.side, ...SIDES.filter((side) => side !== spot.side)] : SIDES;
  const inside = sides.filter((side) => contains(window, nameBox(spot, side)));
  const free = inside.filter((side) => !taken.hits(nameBox(spot, side)));
  const clear = free.find((side) => !crossed.hits(nameBox(spot, side)));
  return clear ?? free[0] ?? (spot.forced ? (inside[0] ?? "right") : null);
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

/** An index of boxes by the grid cells they touch, so that a marker is compared with its neighbours only. */
class BoxGrid {
  readonly #cells = new Map<number, Box[]>();

  add(box: Box): void {
    someCell(box, CELL, (key) => {
      const cell = this.#cells.get(key);
      if (cell) cell.push(box);
      else this.#cells.set(key, [box]);
      return false;
    });
  }

  hits(box: Box): boolean {
    return someCell(box, CELL, (key) => this.#cells.get(key)?.some((other) => overlaps(other, box)) ?? false);
  }
}

const LINE_CELL = 8;

/** The set of small grid cells that lines run through. */
class LineGrid {
  readonly #cells = new Set<number>();

  add(line: readonly Pixel[], window: Box): void {
    for (const [index, to] of line.entries()) {
      const from = line[index - 1];
      const part = from && cutSegment(from, to, window);
      if (part) this.#addSegment(...part);
    }
  }

  hits(box: Box): boolean {
    return someCell(box, LINE_CELL, (key) => this.#cells.has(key));
  }

  #addSegment(from: Pixel, to: Pixel): void {
    const steps = Math.ceil(Math.hypot(to.x - from.x, to.y - from.y) / LINE_CELL);
    for (let step = 0; step <= steps; step++) {
      const share = step / Math.max(1, steps);
      const x = from.x + (to.x - from.x) * share;
      const y = from.y + (to.y - from.y) * share;
      this.#cells.add(cellKey(Math.floor(x / LINE_CELL), Math.floor(y / LINE_CELL)));
    }
  }
}

function overlaps(a: Box, b: Box): boolean {
  return a.left < b.right && b.left < a.right && a.top < b.bottom && b.top < a.bottom;
}

/** Calls `ask` for each grid cell that a box touches, until it returns true; returns whether it did. */
export function someCell(box: Box, size: number, ask: (key: number) => boolean): boolean {
  const [lastColumn, lastRow] = [Math.floor(box.right / size), Math.floor(box.bottom / size)];
  for (let column = Math.floor(box.left / size); column <= lastColumn; column++) {
    for (let row = Math.floor(box.top / size); row <= lastRow; row++) {
      if (ask(cellKey(column, row))) return true;
    }
  }
  return false;
}

/** Encodes a column and a row as one number, because a Map finds numbers faster than strings. */
export function cellKey(column: number, row: number): number {
  return column * 65_536 + row;
}
