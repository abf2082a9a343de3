import * as z from "zod";

/** Names of a place's kind in the file, by number. */
export const KINDS = ["city", "airport", "country"] as const;
/** Entries that share one list of their most important ones. */
export const BLOCK = 512;
export const TOPS = 16;
export const NO_ENTRY = 0xffff_ffff;
/** Of importance, in the file. */
export const IMPORTANCE_STEP = 1000;
/** Degrees of latitude and longitude, in the file. */
export const DEGREE = 1e5;
export const CELLS = 360 * 180;
/** Ends every name. */
export const LINE_END = 10;

const MAGIC = 0x5a47_4657;
const ALIGNED = 8;

/**
 * One table per column, in one buffer. Places stand in the order of their cell of one degree; `names` holds all of a
 * place's names, the common one first; an entry is where in it a name or a later word begins, in the order of the folds.
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
  /** Where each place's names begin, and the end. */
  nameAt: Uint32Array,
  names: Uint8Array,
  entries: Uint32Array,
  /** Where each place's own entries begin in `ranks`, and the end. */
  rankAt: Uint32Array,
  ranks: Uint32Array,
  tops: Uint32Array,
  /** The first place of each cell, and the end. */
  cells: Uint32Array,
} as const;
type Column = keyof typeof COLUMNS;
export type Columns = { [Name in Column]: InstanceType<(typeof COLUMNS)[Name]> };

const Meta = z.object({
  /** Changes with the sources and with whatever makes the file of them. */
  fingerprint: z.string(),
  /** Newest row of the towns. */
  date: z.string(),
  countries: z.array(z.string()),
  /** `US.TX`, and what it is called; the first is none. */
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

/** What the file says of itself. @throws Error when it is none */
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

/** Views of the file's own bytes: nothing is copied. @throws Error when the file is none, or not whole */
export function decodeGazetteer(file: Uint8Array<ArrayBuffer>): { meta: Meta; columns: Columns } {
  const { meta, columns, from } = readMeta(file);
  const views = Object.entries(COLUMNS).map(([name, View]) => {
    const [at = 0, length = 0] = columns[name] ?? [];
    return [name, new View(file.buffer, file.byteOffset + from + at, length)] as const;
  });
  // One view per column, each of its column's own type.
  return { meta, columns: Object.fromEntries(views) as unknown as Columns };
}

/** Of a point: rows of one degree from the south, in each of them from the west. */
export function cellOf(lat: number, lng: number): number {
  const row = Math.min(179, Math.max(0, Math.floor(lat + 90)));
  return row * 360 + ((((Math.floor(lng) + 180) % 360) + 360) % 360);
}
