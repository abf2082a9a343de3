/** A point as longitude and latitude, in degrees. */
export type LngLatPair = [number, number];

export interface CountryLabel {
  /** The country's ISO 3166-1 alpha-2 code; the name that is shown comes from the reader's locale. */
  code: string;
  at: LngLatPair;
  /** The lowest zoom at which the map has space for the name. */
  minZoom: number;
}

export interface TownLabel {
  name: string;
  /** The town's Chinese name; "" if it has none in the source. */
  zh: string;
  at: LngLatPair;
  minZoom: number;
}

/** The data of the embedded map: coasts, borders between countries, and positions of names. */
export interface Basemap {
  /** Polygons: an outer ring and its holes; each ring ends where it began. */
  land: LngLatPair[][][];
  borders: LngLatPair[][];
  countries: CountryLabel[];
  /** Towns in order of size, the largest first. */
  towns: TownLabel[];
}

/** Coordinate steps per degree: 1/250° is 440 m at the equator, finer than the source data. */
export const BASEMAP_STEPS_PER_DEGREE = 250;

/**
 * Format: every number is a varint, every coordinate the zigzag difference to the one before it in the file, in 1/250°.
 * [polygons ([rings (points)])] [lines (points)] [labels (two letters, 4 × zoom, point)]
 * [towns (name, Chinese name, 4 × zoom, point)]; a name is its length and UTF-8; the last point of a ring is left out.
 */
export function encodeBasemap({ land, borders, countries, towns }: Basemap): Uint8Array<ArrayBuffer> {
  const out = new Writer();
  out.count(land.length);
  for (const polygon of land) {
    out.count(polygon.length);
    for (const ring of polygon) out.line(ring.slice(0, -1));
  }
  out.count(borders.length);
  for (const line of borders) out.line(line);
  out.count(countries.length);
  for (const { code, at, minZoom } of countries) {
    out.count(code.charCodeAt(0));
    out.count(code.charCodeAt(1));
    out.count(Math.round(minZoom * 4));
    out.point(at);
  }
  out.count(towns.length);
  for (const { name, zh, at, minZoom } of towns) {
    out.text(name);
    out.text(zh);
    out.count(Math.round(minZoom * 4));
    out.point(at);
  }
  return new Uint8Array(out.bytes);
}

/** Reads what encodeBasemap wrote; RangeError when the bytes end too early. */
export function decodeBasemap(bytes: Uint8Array): Basemap {
  const reader = new Reader(bytes);
  const land = reader.list(() => reader.list(() => closed(reader.list(() => reader.point()))));
  const borders = reader.list(() => reader.list(() => reader.point()));
  const countries = reader.list(() => {
    const code = String.fromCharCode(reader.count(), reader.count());
    const minZoom = reader.count() / 4;
    return { code, minZoom, at: reader.point() };
  });
  const towns = reader.list(() => {
    const [name, zh] = [reader.text(), reader.text()];
    const minZoom = reader.count() / 4;
    return { name, zh, minZoom, at: reader.point() };
  });
  return { land, borders, countries, towns };
}

function closed(ring: LngLatPair[]): LngLatPair[] {
  const [first] = ring;
  if (first) ring.push([...first]);
  return ring;
}

class Writer {
  readonly bytes: number[] = [];
  #x = 0;
  #y = 0;

  count(value: number): void {
    let rest = value;
    while (rest > 0x7f) {
      this.bytes.push((rest & 0x7f) | 0x80);
      rest >>>= 7;
    }
    this.bytes.push(rest);
  }

  point([lng, lat]: LngLatPair): void {
    const x = Math.round(lng * BASEMAP_STEPS_PER_DEGREE);
    const y = Math.round(lat * BASEMAP_STEPS_PER_DEGREE);
    this.count(zigzag(x - this.#x));
    this.count(zigzag(y - this.#y));
    this.#x = x;
    this.#y = y;
  }

  text(value: string): void {
    const bytes = new TextEncoder().encode(value);
    this.count(bytes.length);
    this.bytes.push(...bytes);
  }

  line(points: LngLatPair[]): void {
    this.count(points.length);
    for (const point of points) this.point(point);
  }
}

class Reader {
  readonly #bytes: Uint8Array;
  #at = 0;
  #x = 0;
  #y = 0;

  constructor(bytes: Uint8Array) {
    this.#bytes = bytes;
  }

  count(): number {
    let value = 0;
    for (let shift = 0; ; shift += 7) {
      const byte = this.#bytes[this.#at++];
      if (byte === undefined) throw new RangeError("The basemap ends too early.");
      value |= (byte & 0x7f) << shift;
      if (byte < 0x80) return value;
    }
  }

  point(): LngLatPair {
    this.#x += unzigzag(this.count());
    this.#y += unzigzag(this.count());
    return [this.#x / BASEMAP_STEPS_PER_DEGREE, this.#y / BASEMAP_STEPS_PER_DEGREE];
  }

  text(): string {
    const length = this.count();
    const from = this.#at;
    this.#at += length;
    if (this.#at > this.#bytes.length) throw new RangeError("The basemap ends too early.");
    return new TextDecoder().decode(this.#bytes.subarray(from, this.#at));
  }

  list<Item>(read: () => Item): Item[] {
    const length = this.count();
    // Not Array(length): a broken count must end in a RangeError, not in a huge allocation.
    const items: Item[] = [];
    for (let index = 0; index < length; index++) items.push(read());
    return items;
  }
}

function zigzag(value: number): number {
  return value < 0 ? -2 * value - 1 : 2 * value;
}

function unzigzag(value: number): number {
  return value & 1 ? -(value + 1) / 2 : value / 2;
}
