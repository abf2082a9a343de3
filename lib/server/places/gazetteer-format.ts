import * as z from "zod";

/** The kinds of places; the file contains their index. */
export const KINDS = ["city", "airport", "country"] as const;
/** The number of entries in a block, which has one list of its most important entries. */
export const BLOCK_ENTRIES = 512;
export const TOPS_PER_BLOCK = 16;
export const NO_ENTRY = 0xffff_ffff;
/** How many steps of importance in the file are an importance of 1. */
export const IMPORTANCE_STEP = 1000;
/** How many units of latitude or longitude in the file are one degree. */
export const UNITS_PER_DEGREE = 1e5;
export const CELL_COUNT = 360 * 180;
/** The byte that ends every name. */
export const LINE_END = 10;

const MAGIC = 0x5a47_4657;
const ALIGNED = 8;

/**
 * The columns of the file, as tables in one buffer. Places are ordered by their cell of one degree. `names` contains
 * all names of each place, the common name first. An entry is the offset of a name, or of a later word of a name, in
 * `names`; entries are ordered by their folded text.
 */
const COLUMNS = {
  id: Uint32Array,
  lat: Int32Array,
  lng: Int32Array,
  importance: Uint16Array,
  kind: Uint8Array,
  country: Uint8Array,
  region: Uint16Array,
  zone: Uint16Array,
  /** The offset of each place's first name in `names`, and the end of the last. */
  nameAt: Uint32Array,
  names: Uint8Array,
  entries: Uint32Array,
  /** The index of each place's first entry in `ranks`, and the end of the last. */
  rankAt: Uint32Array,
  ranks: Uint32Array,
  tops: Uint32Array,
  /** The index of the first place in each cell, and the end of the last. */
  cells: Uint32Array,
} as const;
type Column = keyof typeof COLUMNS;
export type Columns = { [Name in Column]: InstanceType<(typeof COLUMNS)[Name]> };

const Meta = z.object({
  /** Changes whenever the sources or the code that creates the file change. */
  fingerprint: z.string(),
  /** The date of the newest row among the towns. */
  date: z.string(),
  countries: z.array(z.string()),
  /** Pairs of a code such as `US.TX` and a name; the first pair means no region. */
  regions: z.array(z.tuple([z.string(), z.string()])),
  zones: z.array(z.string()),
});
export type Meta = z.infer<typeof Meta>;

const Header = z.object({
  meta: Meta,
  columns: z.record(z.string(), z.tuple([z.number(), z.number()])),
});

export function encodeGazetteer(meta: Meta, columns: Columns): Buffer {
  const places: Record<string, [number, number]> = {};
  let end = 0;
  for (const [name, column] of Object.entries(columns)) {
    places[name] = [end, column.length];
    end += Math.ceil(column.byteLength / ALIGNED) * ALIGNED;
  }
  const header = Buffer.from(JSON.stringify({ meta, columns: places } satisfies z.input<typeof Header>));
  const from = Math.ceil((8 + header.byteLength) / ALIGNED) * ALIGNED;
  const file = Buffer.alloc(from + end);
  file.writeUInt32LE(MAGIC, 0);
  file.writeUInt32LE(header.byteLength, 4);
  header.copy(file, 8);
  for (const [name, column] of Object.entries(columns)) {
    const bytes = new Uint8Array(column.buffer, column.byteOffset, column.byteLength);
    file.set(bytes, from + (places[name]?.[0] ?? 0));
  }
  return file;
}

/**
 * Reads the header of the file.
 * @throws Error when the file is no gazetteer
 */
export function readMeta(start: Uint8Array): {
  meta: Meta;
  columns: z.infer<typeof Header>["columns"];
  from: number;
} {
  const head = Buffer.from(start.buffer, start.byteOffset, start.byteLength);
  if (head.byteLength < 8 || head.readUInt32LE(0) !== MAGIC) throw new Error("This is no gazetteer.");
  const size = head.readUInt32LE(4);
  const { meta, columns } = Header.parse(JSON.parse(head.toString("utf8", 8, 8 + size)));
  return { meta, columns, from: Math.ceil((8 + size) / ALIGNED) * ALIGNED };
}

/**
 * Returns views of the file's bytes, so that nothing is copied.
 * @throws Error when the file is no gazetteer or is incomplete
 */
export function decodeGazetteer(file: Uint8Array<ArrayBuffer>): { meta: Meta; columns: Columns } {
  const { meta, columns, from } = readMeta(file);
  const views = Object.entries(COLUMNS).map(([name, View]) => {
    const [at = 0, length = 0] = columns[name] ?? [];
    return [name, new View(file.buffer, file.byteOffset + from + at, length)] as const;
  });
  // Object.fromEntries loses the types; each view has the type of its column.
  return { meta, columns: Object.fromEntries(views) as unknown as Columns };
}

/**
 * Returns the cell of a point. Cells are numbered in rows of one degree from the south, and in each row from the west.
 */
export function cellOf(lat: number, lng: number): number {
  const row = Math.min(179, Math.max(0, Math.floor(lat + 90)));
  return row * 360 + ((((Math.floor(lng) + 180) % 360) + 360) % 360);
}
