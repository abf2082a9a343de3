import { isFar, type Point } from "#lib/shared/legs.ts";
import type { TravelMode } from "#lib/shared/travel-modes.ts";
import { log } from "../http/log.ts";
import { inPart } from "../telemetry/telemetry.ts";
import { KeptAnswers } from "./kept-answers.ts";
import type { RoutedWay, RoutingProvider, WayTable } from "./routing-provider.ts";

const ROUTES = { name: "routes", kind: "client" } as const;

const DAY_MS = 86_400_000;
/** Streets change slowly; that there is none may be an error of the map. */
const WAY_LIFE_MS = 30 * DAY_MS;
const NO_WAY_LIFE_MS = DAY_MS;
/** So long nobody waits for a server that has just failed. */
const FAILURE_LIFE_MS = 30_000;
/** What an array of two numbers takes in a list. */
const POINT_BYTES = 80;
const WAYS = {
  mostBytes: 16 * 1024 * 1024,
  bytesOf: (way: RoutedWay | null) => (way?.path.length ?? 0) * POINT_BYTES,
};
/** A cell is an object of two numbers. */
const CELL_BYTES = 90;
const TABLES = { mostBytes: 4 * 1024 * 1024, bytesOf: (table: WayTable) => table.length ** 2 * CELL_BYTES };
const MOST_AT_ONCE = 4;
/** Whoever comes behind these gets an estimate. */
const LONGEST_LINE = 200;

interface Options {
  /** Milliseconds since 1970. */
  now?: () => number;
}

/**
 * Asks a provider politely: each question once, a few at a time, none for a while after a failure. Never rejects: null
 * is what it does not know, and the caller estimates.
 */
export class Router {
  readonly #provider: RoutingProvider;
  readonly #now: () => number;
  readonly #ways: KeptAnswers<RoutedWay | null>;
  readonly #tables: KeptAnswers<WayTable>;
  readonly #failedUntil = new Map<TravelMode, number>();
  readonly #line: (() => void)[] = [];
  #running = 0;

  constructor(provider: RoutingProvider, { now = Date.now }: Options = {}) {
    this.#provider = provider;
    this.#now = now;
    this.#ways = new KeptAnswers(WAYS, now);
    this.#tables = new KeptAnswers(TABLES, now);
  }

  get attribution(): string {
    return this.#provider.attribution;
  }

  /** null also further than anybody can tell: what takes one server seconds would make it look ill to everybody. */
  async findWay(mode: TravelMode, from: Point, to: Point): Promise<RoutedWay | null> {
    if (isFar(from, to)) return null;
    const question = questionOf(mode, [from, to]);
    return this.#orNull(mode, () =>
      this.#ways.find(question, lifeOf, () => this.#ask(mode, () => this.#provider.findWay(mode, from, to))),
    );
  }

  /** Whether there is more to know than what {@link findWay} has answered so far: it is late, or could not ask. */
  isOpen(mode: TravelMode, from: Point, to: Point): boolean {
    if (!this.#provider.canAsk(mode) || isFar(from, to)) return false;
    return !this.#ways.has(questionOf(mode, [from, to]));
  }

  async findTable(mode: TravelMode, points: readonly Point[]): Promise<WayTable | null> {
    if (points.some((from) => points.some((to) => isFar(from, to)))) return null;
    const question = questionOf(mode, points);
    return this.#orNull(mode, () =>
      this.#tables.find(
        question,
        () => WAY_LIFE_MS,
        () => this.#ask(mode, () => this.#provider.findTable(mode, points)),
      ),
    );
  }

  async #orNull<T>(mode: TravelMode, find: () => Promise<T | null>): Promise<T | null> {
    return this.#provider.canAsk(mode) ? find().catch(() => null) : null;
  }

  async #ask<T>(mode: TravelMode, question: () => Promise<T>): Promise<T> {
    await this.#turn();
    try {
      // The one before may have failed while this one waited.
      if (this.#now() < (this.#failedUntil.get(mode) ?? 0))
        throw new Error("The routing server has just failed.");
      return await this.#noting(mode, question);
    } finally {
      this.#running -= 1;
      this.#line.shift()?.();
    }
  }

  async #noting<T>(mode: TravelMode, question: () => Promise<T>): Promise<T> {
    try {
      return await inPart(ROUTES, question);
    } catch (error) {
      log().warn({ err: error, mode }, "the routing server could not be asked; ways are estimated");
      this.#failedUntil.set(mode, this.#now() + FAILURE_LIFE_MS);
      throw error;
    }
  }

  async #turn(): Promise<void> {
    if (this.#running >= MOST_AT_ONCE) {
      if (this.#line.length >= LONGEST_LINE) throw new Error("Too many ways are asked for.");
      await new Promise<void>((resolve) => {
        this.#line.push(resolve);
      });
    }
    this.#running += 1;
  }
}

function lifeOf(way: RoutedWay | null): number {
  return way ? WAY_LIFE_MS : NO_WAY_LIFE_MS;
}

function questionOf(mode: TravelMode, points: readonly Point[]): string {
  return [mode, ...points.map(spot)].join(" ");
}

/** To about a metre, as the provider is asked. */
function spot({ lat, lng }: Point): string {
  return `${lat.toFixed(5)},${lng.toFixed(5)}`;
}
