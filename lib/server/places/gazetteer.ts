import { readFile } from "node:fs/promises";
import { AppError } from "#lib/shared/errors.ts";
import { distanceMeters, type Point } from "#lib/shared/legs.ts";
import {
  cellOf,
  type Columns,
  decodeGazetteer,
  UNITS_PER_DEGREE,
  IMPORTANCE_STEP,
  KINDS,
  LINE_END,
  type Meta,
} from "./gazetteer-format.ts";
import { log } from "../http/log.ts";
import { foldText } from "#lib/shared/fold.ts";
import { GAZETTEER_FILE } from "./gazetteer-file.ts";

/** Maximum distance, in kilometres, at which a town says something about a point. */
export const NEAR_KM = 50;

/** A place of the gazetteer, with its index in the file. */
export interface GazetteerPlace {
  index: number;
  id: number;
  kind: (typeof KINDS)[number];
  name: string;
  /** The code of an airport. */
  code: string | undefined;
  lat: number;
  lng: number;
  countryCode: string | null;
  /** The code of the region, such as `US.TX`, and its name. */
  region: readonly [code: string, name: string] | null;
  zone: string | undefined;
}

/**
 * Reads the file with towns, airports and countries and all their names, which is one buffer of about 25 MB. The search
 * in it is in `gazetteer-search.ts`.
 */
export class Gazetteer {
  readonly meta: Meta;
  readonly columns: Columns;
  readonly #names: Buffer;
  #regions: string[] | undefined;

  constructor(file: Uint8Array<ArrayBuffer>) {
    ({ meta: this.meta, columns: this.columns } = decodeGazetteer(file));
    const { names } = this.columns;
    this.#names = Buffer.from(names.buffer, names.byteOffset, names.byteLength);
  }

  place(index: number): GazetteerPlace {
    const { columns, meta } = this;
    const kind = KINDS[columns.kind[index] ?? 0] ?? "city";
    const at = columns.nameAt[index] ?? 0;
    const region = columns.region[index] ?? 0;
    return {
      index,
      id: columns.id[index] ?? 0,
      kind,
      name: this.lineAt(at),
      code: kind === "airport" ? this.lineAt(this.#lineEnd(at) + 1) : undefined,
      lat: (columns.lat[index] ?? 0) / UNITS_PER_DEGREE,
      lng: (columns.lng[index] ?? 0) / UNITS_PER_DEGREE,
      countryCode: this.countryOf(index) || null,
      region: region === 0 ? null : (meta.regions[region] ?? null),
      zone: this.zoneOf(index),
    };
  }

  /** Returns the folded names of regions by their index; they are computed when they are first needed. */
  foldedRegions(): readonly string[] {
    this.#regions ??= this.meta.regions.map(([, name]) => foldText(name));
    return this.#regions;
  }

  /** Returns the importance on a scale of powers of ten, like a population. */
  importance(index: number): number {
    return (this.columns.importance[index] ?? 0) / IMPORTANCE_STEP;
  }

  isKind(index: number, kind: (typeof KINDS)[number]): boolean {
    return KINDS[this.columns.kind[index] ?? 0] === kind;
  }

  /** Returns the distance of a place from a point in kilometres. */
  distanceTo(index: number, from: Point): number {
    const { lat, lng } = this.columns;
    return (
      distanceMeters(from, {
        lat: (lat[index] ?? 0) / UNITS_PER_DEGREE,
        lng: (lng[index] ?? 0) / UNITS_PER_DEGREE,
      }) / 1000
    );
  }

  /** Returns the index of the place to which an offset in `names` belongs. */
  placeOf(offset: number): number {
    const { nameAt } = this.columns;
    let [low, high] = [0, nameAt.length - 1];
    while (high - low > 1) {
      const middle = (low + high) >> 1;
      if ((nameAt[middle] ?? 0) <= offset) low = middle;
      else high = middle;
    }
    return low;
  }

  /** Whether a name begins at the offset, and not a later word of a name. */
  isLineStart(offset: number): boolean {
    return offset === 0 || this.columns.names[offset - 1] === LINE_END;
  }

  /** Whether three capital letters are at the offset, which are the code of an airport or a city. */
  isCode(offset: number): boolean {
    const { names } = this.columns;
    const isCapital = (at: number) => (names[at] ?? 0) >= 65 && (names[at] ?? 0) <= 90;
    return names[offset + 3] === LINE_END && [0, 1, 2].every((more) => isCapital(offset + more));
  }

  /** Returns the whole name around an offset. */
  nameAround(offset: number): string {
    const { names } = this.columns;
    let from = offset;
    while (from > 0 && names[from - 1] !== LINE_END) from--;
    return this.lineAt(from);
  }

  /** Returns the range of entries that begin with a folded text; the entries before `exact` are exactly the text. */
  range(folded: string): { from: number; exact: number; to: number } {
    const from = this.#lowerBound(folded, 0);
    return {
      from,
      exact: this.#lowerBound(`${folded}\u0000`, from),
      to: this.#lowerBound(`${folded}\uffff`, from),
    };
  }

  /** Yields the places around a point by cells. It yields whole cells, so some places are farther away. */
  *around({ lat, lng }: Point, km: number): Generator<number> {
    const { cells } = this.columns;
    const rows = Math.ceil(km / 111);
    for (let row = -rows; row <= rows; row++) {
      const at = lat + row;
      if (at < -90 || at > 90) continue;
      const widest = Math.cos((Math.min(89, Math.abs(at) + 1) * Math.PI) / 180);
      const columns = Math.min(179, Math.ceil(km / (111 * widest)));
      for (let column = -columns; column <= columns; column++) {
        const cell = cellOf(at, lng + column);
        const end = cells[cell + 1] ?? 0;
        for (let index = cells[cell] ?? 0; index < end; index++) yield index;
      }
    }
  }

  /** Returns the towns within a distance in kilometres, the nearest first. */
  townsAround(spot: Point, within: number): { index: number; km: number }[] {
    const towns: { index: number; km: number }[] = [];
    for (const index of this.around(spot, within)) {
      if (!this.isKind(index, "city")) continue;
      const km = this.distanceTo(index, spot);
      if (km <= within) towns.push({ index, km });
    }
    return towns.toSorted((a, b) => a.km - b.km);
  }

  /** Returns the town in which a point is, or the nearest town. */
  nearestTown(spot: Point): GazetteerPlace | null {
    const [nearest] = this.townsAround(spot, NEAR_KM);
    return nearest ? this.place(nearest.index) : null;
  }

  /** Returns the code of a place's country; empty when it has none. */
  countryOf(index: number): string {
    return this.meta.countries[this.columns.country[index] ?? 0] ?? "";
  }

  zoneOf(index: number): string | undefined {
    return this.meta.zones[this.columns.zone[index] ?? 0] || undefined;
  }

  #lowerBound(key: string, from: number): number {
    const { entries } = this.columns;
    let [low, high] = [from, entries.length];
    while (low < high) {
      const middle = (low + high) >> 1;
      if (foldText(this.lineAt(entries[middle] ?? 0)) < key) low = middle + 1;
      else high = middle;
    }
    return low;
  }

  /** Returns the text from an offset to the end of its name. */
  lineAt(offset: number): string {
    return this.#names.toString("utf8", offset, this.#lineEnd(offset));
  }

  #lineEnd(offset: number): number {
    return this.#names.indexOf(LINE_END, offset);
  }
}

let opened: Promise<Gazetteer> | undefined;

/**
 * Reads the gazetteer once per process.
 * @throws AppError UNAVAILABLE when the build has not created the file
 */
export function openGazetteer(): Promise<Gazetteer> {
  opened ??= readFile(GAZETTEER_FILE).then(
    (file) => new Gazetteer(file),
    (error: unknown) => {
      opened = undefined;
      log().error({ err: error }, "the list of places can't be read");
      throw new AppError("UNAVAILABLE", "The list of places is missing: build the service again.", {
        details: { retryable: false },
      });
    },
  );
  return opened;
}
