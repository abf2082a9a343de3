import { tileName, type Tile } from "#lib/shared/map-tiles.ts";
import { type KeptTile, type OfflineTrip, sizeOf } from "./offline-store.ts";
import { isFull } from "./room.ts";

/** Of one trip, as it is kept. */
export const MAX_MAP_BYTES = 60_000_000;
/** So few at once, since whoever gives them gives them for nothing. */
const AT_ONCE = 4;
/** What a full device gets back. */
const GIVEN_BACK = 4_000_000;
/** Streets change slowly. */
const FRESH_MS = 30 * 24 * 3_600_000;

/** What keeping a map needs of the world around it. */
export interface TileKeeping {
  /** Compressed; rejects without an answer. */
  fetch(name: string, signal: AbortSignal): Promise<ArrayBuffer>;
  /** False: the device is somebody else's by now. Rejects with a QuotaExceededError where there is no room. */
  keep(trip: OfflineTrip, fetched: readonly KeptTile[]): Promise<boolean>;
  /** What other trips have of the same source. */
  shared(): Promise<OfflineTrip["tiles"]>;
  /** Whether the device still has room for so many bytes beside what comes first. */
  hasRoom(bytes: number): Promise<boolean>;
  now(): number;
  /** The trip as it is now, and how much of its map is there, from 0 to 1. */
  onProgress(trip: OfflineTrip, share: number): void;
}

/** `whole`; `cut` at the most bytes that a map may have; `full`: the device has no room; `lost`: it is somebody else's. */
export type MapEnd = "whole" | "cut" | "full" | "lost";

/**
 * Has the device hold these tiles of a trip, the first ones first, and no others. What is there already is not fetched
 * again. What has come stays wherever this ends; it rejects where a tile cannot be had, or the signal says so.
 */
export async function keepMap(
  trip: OfflineTrip,
  wanted: readonly Tile[],
  keeping: TileKeeping,
  signal: AbortSignal,
): Promise<MapEnd> {
  const names = wanted.map(tileName);
  const known = new Map([...(await keeping.shared()), ...trip.tiles]);
  const run = new Run(trip, keeping);
  for (let at = 0; at < names.length; at += AT_ONCE) {
    signal.throwIfAborted();
    const group = names.slice(at, at + AT_ONCE);
    const end = await run.add(group, known, signal);
    keeping.onProgress(run.trip, Math.min(1, (at + AT_ONCE) / names.length));
    if (end) return end;
  }
  return run.finish("whole");
}

class Run {
  /** Beside what is found to be needed, what was there before stays until the end. */
  trip: OfflineTrip;
  readonly #keeping: TileKeeping;
  readonly #needed: OfflineTrip["tiles"] = new Map();
  #size = 0;

  constructor(trip: OfflineTrip, keeping: TileKeeping) {
    this.trip = trip;
    this.#keeping = keeping;
  }

  /** null: it goes on. */
  async add(
    names: readonly string[],
    known: OfflineTrip["tiles"],
    signal: AbortSignal,
  ): Promise<MapEnd | null> {
    const now = this.#keeping.now();
    const missing = names.filter((name) => (known.get(name)?.at ?? 0) < now - FRESH_MS);
    const fetched = await Promise.all(
      missing.map(async (name) => ({ name, bytes: await this.#keeping.fetch(name, signal) })),
    );
    signal.throwIfAborted();
    const came = new Map(fetched.map(({ name, bytes }) => [name, { size: bytes.byteLength, at: now }]));
    const isCut = !names.every((name) => this.#need(name, came.get(name) ?? known.get(name)));
    const end = await this.#keep(fetched.filter(({ name }) => this.#needed.has(name)));
    return end ?? (isCut ? this.finish("cut") : null);
  }

  /** False: a trip's map may not be larger. */
  #need(name: string, facts = { size: 0, at: 0 }): boolean {
    if (this.#size + facts.size > MAX_MAP_BYTES) return false;
    this.#needed.set(name, facts);
    this.#size += facts.size;
    return true;
  }

  /** What is not needed any more goes. */
  async finish(end: MapEnd): Promise<MapEnd> {
    this.trip = { ...this.trip, tiles: this.#needed };
    return (await this.#keeping.keep(this.trip, [])) ? end : "lost";
  }

  async #keep(fetched: readonly KeptTile[]): Promise<MapEnd | null> {
    if (fetched.length === 0) return null;
    const bytes = fetched.reduce((sum, each) => sum + each.bytes.byteLength, 0);
    if (!(await this.#keeping.hasRoom(bytes))) return "full";
    const next = { ...this.trip, tiles: new Map([...this.trip.tiles, ...this.#needed]) };
    try {
      if (!(await this.#keeping.keep(next, fetched))) return "lost";
    } catch (error) {
      if (!isFull(error)) throw error;
      await this.#giveBack();
      return "full";
    }
    this.trip = next;
    return null;
  }

  /** What comes first needs room too: a part of the map, the least useful one, makes some. */
  async #giveBack(): Promise<void> {
    const tiles = [...this.trip.tiles];
    let size = sizeOf(this.trip);
    const goal = Math.max(0, size - GIVEN_BACK);
    while (size > goal) size -= tiles.pop()?.[1].size ?? size;
    this.trip = { ...this.trip, tiles: new Map(tiles) };
    await this.#keeping.keep(this.trip, []).catch(() => false);
  }
}
