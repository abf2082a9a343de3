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
export const OVERLAP = 0.85;
const SIDES: readonly Side[] = ["right", "left", "below", "above"];

/** Lays out markers and names; `spots` come with the most important first. */
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
  crossed: LineGrid;
}

/** The side it stood on, else the first that is free; one that a route crosses only if there is no other. */
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

/** Boxes by the cells they touch, so that hundreds of markers are compared with their neighbours only. */
class BoxGrid {
  readonly #cells = new Map<number, Box[]>();

  add(box: Box): void {
    eachCell(box, CELL, (key) => {
      const cell = this.#cells.get(key);
      if (cell) cell.push(box);
      else this.#cells.set(key, [box]);
      return false;
    });
  }

  hits(box: Box): boolean {
    return eachCell(box, CELL, (key) => this.#cells.get(key)?.some((other) => overlaps(other, box)) ?? false);
  }
}

const LINE_CELL = 8;

/** The small cells that lines run through. */
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
    return eachCell(box, LINE_CELL, (key) => this.#cells.has(key));
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

/** Asks about each cell that a box touches until the answer is yes. */
export function eachCell(box: Box, size: number, ask: (key: number) => boolean): boolean {
  const [lastColumn, lastRow] = [Math.floor(box.right / size), Math.floor(box.bottom / size)];
  for (let column = Math.floor(box.left / size); column <= lastColumn; column++) {
    for (let row = Math.floor(box.top / size); row <= lastRow; row++) {
      if (ask(cellKey(column, row))) return true;
    }
  }
  return false;
}

/** One number for a pair, which a map finds faster than a string. */
export function cellKey(column: number, row: number): number {
  return column * 65_536 + row;
}
