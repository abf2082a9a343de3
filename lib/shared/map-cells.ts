/** A part of the map, in degrees. West may be east of `east`, where it lies across the date line. */
export interface MapBox {
  south: number;
  west: number;
  north: number;
  east: number;
}

/** A square of the map's usual division: at each zoom a quarter of the one before. */
export interface MapCell {
  zoom: number;
  x: number;
  y: number;
}

/** Few enough for one question, and as fine as the box allows: the same cells serve everybody who looks near there. */
const MOST_CELLS = 9;
const ZOOMS = [17, 16, 15, 14] as const;
/** The map's square ends there. */
const LAST_LATITUDE = 85.05;

/** The cells that cover a box, of the finest division that does with few; null where the box is too large for any. */
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

/** The part of the map that a cell is. */
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
