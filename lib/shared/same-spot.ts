import type { Point } from "./legs.ts";

/** The tolerance for equal coordinates, since files round to five decimals: about a metre. */
const EXACT_DEGREES = 1.0001e-5;

export function isSameSpot(a: Point, b: Point): boolean {
  const east = Math.abs(a.lng - b.lng);
  return Math.abs(a.lat - b.lat) <= EXACT_DEGREES && Math.min(east, 360 - east) <= EXACT_DEGREES;
}

const CELLS = 1e4;

/**
 * The grid cell of about ten metres that contains the point, and the cells around it: equal points always lie in one of
 * them.
 */
export function cellsAround({ lat, lng }: Point): string[] {
  const [north, east] = [Math.round(lat * CELLS), Math.round(lng * CELLS)];
  return [-1, 0, 1].flatMap((up) => [-1, 0, 1].map((right) => cellKey(north + up, east + right)));
}

export function cellOf({ lat, lng }: Point): string {
  return cellKey(Math.round(lat * CELLS), Math.round(lng * CELLS));
}

/** The key of a cell. At the date line the two ends of the grid meet. */
function cellKey(north: number, east: number): string {
  const around = 360 * CELLS;
  return `${north} ${((east % around) + around) % around}`;
}

/** Whether two places are the same according to their ids at providers; null where the ids do not tell. */
export function isSameById(some: readonly string[], others: readonly string[]): boolean | null {
  if (some.some((id) => others.includes(id))) return true;
  const families = new Set(others.map(familyOf));
  return some.some((id) => families.has(familyOf(id))) ? false : null;
}

/** The family of an id. Two different ids of one family are two places, such as two shops in one building. */
function familyOf(id: string): string {
  return /^google:\d+$/.test(id) ? "google:cid" : (id.split(":")[0] ?? "");
}
