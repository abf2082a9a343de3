import { tileName, type Tile } from "#lib/shared/map-tiles.ts";
import { type StoredTile, type OfflineTrip, storedMapSize } from "../storage/offline-store.ts";
import { isQuotaExceeded } from "../storage/storage-quota.ts";

/** The most bytes of one trip's stored map. */
export const MAX_MAP_BYTES = 60_000_000;
/** The maximum number of requests at once; it is low because the tile server is free of charge. */
const AT_ONCE = 4;
/** How many bytes of a map are deleted when the device's storage is full. */
const GIVEN_BACK = 4_000_000;
/** Tiles younger than this are not fetched again, because streets change slowly. */
const FRESH_MS = 30 * 24 * 3_600_000;

/** The functions that `downloadMap` needs from its caller. */
export interface MapDownloadCallbacks {
  /** Fetches a tile, compressed. Rejects when no answer comes. */
  fetch(name: string, signal: AbortSignal): Promise<ArrayBuffer>;
  /**
   * Resolves with false when the device belongs to another user by now. Rejects with a QuotaExceededError when the
   * storage is full.
   */
  keep(trip: OfflineTrip, fetched: readonly StoredTile[]): Promise<boolean>;
  /** Resolves with the tiles that other trips have stored of the same source. */
  shared(): Promise<OfflineTrip["tiles"]>;
  /** Whether the device has space for so many bytes beside the data that takes precedence. */
  hasRoom(bytes: number): Promise<boolean>;
  now(): number;
  /** Gets the trip's current state, and the stored part of its map, from 0 to 1. */
  onProgress(trip: OfflineTrip, share: number): void;
}

/**
 * `whole`: all tiles are stored. `cut`: the map reached the most bytes that it may have. `full`: the storage is full.
 * `lost`: the device belongs to another user.
 */
export type MapDownloadResult = "whole" | "cut" | "full" | "lost";

/**
 * Stores the wanted tiles of a trip, the first ones first, and deletes its other tiles. Stored tiles are not fetched
 * again. Tiles that have arrived stay stored however the download ends. Rejects when a tile cannot be fetched, or when
 * the signal is aborted.
 */
export async function downloadMap(
  trip: OfflineTrip,
  wanted: readonly Tile[],
  keeping: MapDownloadCallbacks,
  signal: AbortSignal,
): Promise<MapDownloadResult> {
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
  /** The needed tiles, and until the end also the tiles that were stored before. */
  trip: OfflineTrip;
  readonly #keeping: MapDownloadCallbacks;
  readonly #needed: OfflineTrip["tiles"] = new Map();
  #size = 0;

  constructor(trip: OfflineTrip, keeping: MapDownloadCallbacks) {
    this.trip = trip;
    this.#keeping = keeping;
  }

  /** Fetches and stores tiles. Resolves with the result when the download ends with them; null when it continues. */
  async add(
    names: readonly string[],
    known: OfflineTrip["tiles"],
    signal: AbortSignal,
  ): Promise<MapDownloadResult | null> {
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

  /** Adds a tile to the needed ones; returns false when the map would become too large with it. */
  #need(name: string, facts = { size: 0, at: 0 }): boolean {
    if (this.#size + facts.size > MAX_MAP_BYTES) return false;
    this.#needed.set(name, facts);
    this.#size += facts.size;
    return true;
  }

  /** Deletes the tiles that are no longer needed. */
  async finish(end: MapDownloadResult): Promise<MapDownloadResult> {
    this.trip = { ...this.trip, tiles: this.#needed };
    return (await this.#keeping.keep(this.trip, [])) ? end : "lost";
  }

  async #keep(fetched: readonly StoredTile[]): Promise<MapDownloadResult | null> {
    if (fetched.length === 0) return null;
    const bytes = fetched.reduce((sum, each) => sum + each.bytes.byteLength, 0);
    if (!(await this.#keeping.hasRoom(bytes))) return "full";
    const next = { ...this.trip, tiles: new Map([...this.trip.tiles, ...this.#needed]) };
    try {
      if (!(await this.#keeping.keep(next, fetched))) return "lost";
    } catch (error) {
      if (!isQuotaExceeded(error)) throw error;
      await this.#giveBack();
      return "full";
    }
    this.trip = next;
    return null;
  }

  /** Deletes the least useful part of the map, because the storage is full and more important data needs space too. */
  async #giveBack(): Promise<void> {
    const tiles = [...this.trip.tiles];
    let size = storedMapSize(this.trip);
    const goal = Math.max(0, size - GIVEN_BACK);
    while (size > goal) size -= tiles.pop()?.[1].size ?? size;
    this.trip = { ...this.trip, tiles: new Map(tiles) };
    await this.#keeping.keep(this.trip, []).catch(() => false);
  }
}
