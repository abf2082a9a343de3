/** A rectangle of the map, in degrees. `west` is greater than `east` if it crosses the date line. */
export interface MapBox {
  south: number;
  west: number;
  north: number;
  east: number;
}

/** A cell of the usual square division of the map: each zoom divides a cell of the zoom before into four. */
export interface MapCell {
  zoom: number;
  x: number;
  y: number;
}

/**
 * Maximum number of cells for one box. The division is as fine as that allows, and everybody who looks near a place
 * gets the same cells, so that their searches share cached answers.
 */
const MOST_CELLS = 9;
const ZOOMS = [17, 16, 15, 14] as const;
/** The latitude at which the map's square ends. */
const LAST_LATITUDE = 85.05;

/**
 * The cells that cover a box, from the finest division that needs no more than the maximum number; null where the box
 * is too large for any division.
 */
export function cellsOf(box: MapBox): MapCell[] | null {
  for (const zoom of ZOOMS) {
    const cells = cellsAt(box, zoom);
    if (cells) return cells;
  }
  return null;
}

function cellsAt({ south, west, north, east }: MapBox, zoom: number): MapCell[] | null {
  const across = 2 ** zoom;
  const [left, last] = [columnOf(west, zoom), columnOf(east, zoom)];
  const [top, bottom] = [rowOf(north, zoom), rowOf(south, zoom)];
  const wide = (last - left + across) % across;
  if ((wide + 1) * (bottom - top + 1) > MOST_CELLS || bottom < top) return null;
  const cells: MapCell[] = [];
  for (let y = top; y <= bottom; y++)
    for (let step = 0; step <= wide; step++) cells.push({ zoom, x: (left + step) % across, y });
  return cells;
}

function columnOf(lng: number, zoom: number): number {
  const across = 2 ** zoom;
  const at = Math.floor(((lng + 180) / 360) * across);
  return Math.min(across - 1, Math.max(0, at));
}

function rowOf(lat: number, zoom: number): number {
  const across = 2 ** zoom;
  const clamped = Math.max(-LAST_LATITUDE, Math.min(LAST_LATITUDE, lat));
  const mercator = Math.asinh(Math.tan((clamped * Math.PI) / 180)) / Math.PI;
  return Math.min(across - 1, Math.max(0, Math.floor(((1 - mercator) / 2) * across)));
}

/** The rectangle of the map that a cell covers. */
export function boxOf({ zoom, x, y }: MapCell): MapBox {
  const across = 2 ** zoom;
  const latitude = (row: number) =>
    (Math.atan(Math.sinh(Math.PI * (1 - (2 * row) / across))) * 180) / Math.PI;
  const longitude = (column: number) => (column / across) * 360 - 180;
  return { south: latitude(y + 1), west: longitude(x), north: latitude(y), east: longitude(x + 1) };
}

/** Whether a point lies in a box. */
export function isInBox({ lat, lng }: { lat: number; lng: number }, box: MapBox): boolean {
  const { south, west, north, east } = box;
  const isBetween = west <= east ? lng >= west && lng <= east : lng >= west || lng <= east;
  return lat >= south && lat <= north && isBetween;
}
