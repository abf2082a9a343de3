import { backoffDelay, type Clock, systemClock } from "#lib/shared/clock.ts";
import { addDays, dateInZone } from "#lib/shared/dates.ts";
import { isConnectionUnmetered } from "./connection-cost.ts";
import { withOfflineLock } from "./offline-lock.ts";
import { offlineContentKey } from "./offline-area.ts";
import { attachmentPath, attachmentsToStore } from "./offline-files.ts";
import { downloadOfflineCopy } from "./offline-run.ts";
import {
  deleteOfflineCopy,
  storeTiles,
  listResponses,
  type OfflineTrip,
  readOfflineTrip,
  storedMapSize,
} from "../storage/offline-store.ts";
import type { MapDownloadResult } from "./offline-tiles.ts";
import { isQuotaExceeded } from "../storage/storage-quota.ts";
import { Subscribers } from "../base/subscribers.ts";
import { TileRefusal, TileSource } from "./tile-source.ts";
import type { TripSession } from "../open-trip/trip-session.ts";

/** Trips that begin within so many days are stored without being asked to, until they are over. */
const SOON_DAYS = 14;
/** The downloads wait this long, so that the page loads first. */
const START_MS = 5000;
/** After a change of the plan the downloads wait this long, so that they do not restart at every edit. */
const SETTLE_MS = 4000;
const AGAIN = { firstMs: 15_000, maxMs: 300_000 };

export interface OfflineOptions {
  /** The address of the description of the map tiles; null when there are no tiles to store. */
  tilesUrl: string | null;
  hasWays: boolean;
}

/** The reason why nothing is downloaded although something is missing. */
export type OfflineWait = "network" | "sparing" | "service" | "tab";

export interface OfflineView {
  /** Whether the stored state is still being read. */
  isLooking: boolean;
  /** Whether the offline copy is wanted, by the button or by the trip's dates. */
  isWanted: boolean;
  isKeeping: boolean;
  wait: OfflineWait | null;
  /** Whether the device has no capacity for the rest of the offline copy. */
  isFull: boolean;
  /** The stored part of the map, with `share` from 0 to 1; null where no map can be stored. */
  map: { bytes: number; share: number; end: MapDownloadResult | null } | null;
  files: { kept: number; wanted: number; bytes: number };
}

/** Makes the offline copy of a trip beside its plan: attachments, routes, and the map around them. */
export class OfflineCopy {
  readonly changes = new Subscribers<[]>();
  readonly #session: TripSession;
  readonly #options: OfflineOptions;
  readonly #clock: Clock;
  readonly #source: TileSource | null;
  #view: OfflineView;
  #trip: OfflineTrip | null = null;
  /** Somebody has pressed the button in this page, so the connection need not be spared. */
  #isPressed = false;
  #isReady = false;
  #run: AbortController | null = null;
  #cancel: (() => void) | null = null;
  #needs = "";
  /** Nothing is left to do until the trip changes, or somebody presses the button. */
  #isDone = false;
  #failures = 0;
  #isOver = false;

  constructor(session: TripSession, options: OfflineOptions, clock = systemClock) {
    this.#session = session;
    this.#options = options;
    this.#clock = clock;
    this.#source = options.tilesUrl === null ? null : new TileSource(options.tilesUrl);
    this.#view = {
      isLooking: true,
      isWanted: false,
      isKeeping: false,
      wait: null,
      isFull: false,
      map: this.#source && { bytes: 0, share: 0, end: null },
      files: { kept: 0, wanted: 0, bytes: 0 },
    };
  }

  get view(): OfflineView {
    return this.#view;
  }

  /** Makes the offline copy while the page is open; the returned function ends that. */
  open(): () => void {
    const ended = new AbortController();
    const { signal } = ended;
    const look = () => this.#look();
    for (const name of ["online", "offline"]) window.addEventListener(name, look, { signal });
    document.addEventListener("visibilitychange", look, { signal });
    const unfollow = [
      this.#session.store.changes.add(() => this.#follow()),
      this.#session.connectionChanges.add(look),
    ];
    void this.#read();
    const cancel = this.#clock.after(START_MS, () => {
      this.#isReady = true;
      this.#look();
    });
    return () => {
      this.#isOver = true;
      this.#stop();
      cancel();
      for (const end of unfollow) end();
      ended.abort();
    };
  }

  /** For the button: makes the offline copy on any connection, and from now on. */
  async keep(): Promise<void> {
    this.#isPressed = true;
    this.#isReady = true;
    this.#failures = 0;
    // Browsers delete the data of sites that are rarely visited; this asks for an exception.
    await navigator.storage?.persist?.().catch(() => false);
    await this.#wish(true);
    this.#restart();
  }

  /** Stops the downloads; stored data stays. */
  async pause(): Promise<void> {
    this.#stop();
    await this.#wish(false);
    await this.#read();
  }

  async remove(): Promise<void> {
    this.#stop();
    await deleteOfflineCopy(this.#session.store.id);
    this.#trip = null;
    await this.#wish(false);
    await this.#read();
  }

  async #wish(wish: boolean): Promise<void> {
    const trip = { ...(await this.#readTrip()), wish };
    await storeTiles(this.#session.store.userId, trip).catch(() => false);
    this.#trip = trip;
  }

  async #readTrip(): Promise<OfflineTrip> {
    const { id } = this.#session.store;
    const none = { tripId: id, wish: null, end: null, source: null, tiles: new Map() };
    return (await readOfflineTrip(id).catch(() => null)) ?? none;
  }

  /** Reads and shows the stored state. */
  async #read(): Promise<void> {
    this.#trip = await this.#readTrip();
    await this.#showFiles();
    const { end } = this.#trip;
    this.#tell({
      isLooking: false,
      isWanted: this.#isWanted(),
      isFull: end === "full",
      map: this.#mapOf(this.#trip, end === "whole" ? 1 : 0),
    });
  }

  #mapOf(trip: OfflineTrip, share: number): OfflineView["map"] {
    return this.#source && { bytes: storedMapSize(trip), share, end: trip.end };
  }

  async #showFiles(): Promise<void> {
    const { confirmed } = this.#session.store;
    const { tickets, others } = attachmentsToStore(confirmed, this.#today());
    const paths = new Set(
      [...tickets, ...others].map((file) => attachmentPath({ tripId: confirmed.id }, file)),
    );
    const answers = (await listResponses(confirmed.id).catch(() => [])).filter(({ path }) => paths.has(path));
    const bytes = answers.reduce((sum, { size }) => sum + size, 0);
    this.#tell({ files: { kept: answers.length, wanted: paths.size, bytes } });
  }

  #today(): string {
    return dateInZone(new Date(this.#clock.now()), this.#session.store.confirmed.timezone);
  }

  #isWanted(): boolean {
    const { startDate, endDate, deletedAt } = this.#session.store.confirmed;
    const { connection } = this.#session;
    if (deletedAt !== null || connection === "removed" || connection === "signed-out") return false;
    const wish = this.#trip?.wish ?? null;
    if (wish !== null || startDate === null || endDate === null) return wish ?? false;
    const today = this.#today();
    return today >= addDays(startDate, -SOON_DAYS) && today <= endDate;
  }

  /** Returns the reason against a download now; null when there is none. */
  #hindrance(): OfflineWait | null {
    if (!navigator.onLine) return "network";
    if (this.#isPressed) return null;
    return document.visibilityState === "visible" && isConnectionUnmetered() ? null : "sparing";
  }

  /** Call it after a change of the trip: the offline copy may need other data by now. */
  #follow(): void {
    const needs = offlineContentKey(this.#session.store.confirmed);
    if (needs === this.#needs || !this.#isReady) return;
    this.#needs = needs;
    this.#later(SETTLE_MS);
  }

  #later(ms: number): void {
    this.#cancel?.();
    this.#cancel = this.#clock.after(ms, () => this.#restart());
  }

  #restart(): void {
    this.#stop();
    this.#look();
  }

  #stop(): void {
    this.#cancel?.();
    this.#cancel = null;
    this.#isDone = false;
    this.#run?.abort();
    this.#run = null;
    this.#tell({ isKeeping: false, wait: null });
  }

  /** Starts or stops the downloads as the page and the connection allow. */
  #look(): void {
    if (this.#isOver || !this.#isReady) return;
    const isWanted = this.#isWanted();
    const wait = isWanted ? this.#hindrance() : null;
    if (this.#isDone) return;
    if (this.#run && (wait || !isWanted)) this.#stop();
    if (this.#run && !wait) return;
    this.#tell({ isWanted, wait });
    if (isWanted && !wait) void this.#begin();
  }

  async #begin(): Promise<void> {
    const run = (this.#run = new AbortController());
    this.#needs = offlineContentKey(this.#session.store.confirmed);
    const { signal } = run;
    try {
      await withOfflineLock(
        signal,
        () => this.#tell({ wait: "tab" }),
        () => this.#keepAll(signal),
      );
      if (this.#run !== run) return;
      this.#failures = 0;
      this.#isDone = true;
      this.#tell({ isKeeping: false, wait: null });
    } catch (error) {
      if (this.#run === run) this.#fail(error);
    }
  }

  async #keepAll(signal: AbortSignal): Promise<void> {
    this.#tell({ isKeeping: true, wait: null, isFull: false });
    const { confirmed, userId } = this.#session.store;
    await downloadOfflineCopy(
      { trip: confirmed, userId, today: this.#today(), source: this.#source, ...this.#options },
      {
        signal,
        clock: this.#clock,
        onMap: (trip, share) => this.#show(trip, share),
        onFile: () => this.#showFiles(),
        onFull: () => this.#tell({ isFull: true }),
      },
    );
  }

  #fail(error: unknown): void {
    this.#run = null;
    this.#isDone = isQuotaExceeded(error);
    this.#tell({ isKeeping: false, wait: null });
    if (isQuotaExceeded(error)) return this.#tell({ isFull: true });
    this.#tell({ wait: navigator.onLine ? "service" : "network" });
    const asked = error instanceof TileRefusal ? error.afterMs : null;
    this.#later(asked ?? backoffDelay(this.#failures, AGAIN, this.#clock));
    this.#failures += 1;
  }

  #show(trip: OfflineTrip, share: number): void {
    this.#trip = trip;
    this.#tell({ map: this.#mapOf(trip, share) });
  }

  #tell(part: Partial<OfflineView>): void {
    this.#view = { ...this.#view, ...part };
    this.changes.tell();
  }
}
