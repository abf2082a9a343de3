import { createHash } from "node:crypto";
import { savePlaceSearch, selectPlaceSearch } from "#db/queries/places.ts";
import type { PlaceDto } from "#lib/shared/places.ts";
import { cachedRead, freshDatabase } from "../database.ts";
import { env } from "../env.ts";
import { defer } from "../http/defer.ts";
import { log } from "../http/log.ts";
import { inPart } from "../telemetry/telemetry.ts";
import { fold } from "./fold.ts";
import { nominatim } from "./nominatim.ts";
import { photon } from "./photon.ts";
import { askServer, type PlaceServer, ServerBusy, type ServerPlace } from "./place-server.ts";
import { Politeness } from "../open-services/politeness.ts";
import type { PlaceProvider, PlaceQuery } from "./provider.ts";
import { findZone } from "./zone.ts";

const PLACES = { name: "places", kind: "client" } as const;
const TIMEOUT_MS = 4000;
/** So long nobody waits for a server that has just failed. */
const FAILURE_LIFE_MS = 15_000;
/** In memory, where the cached path of the database does not know of it yet. */
const RECENT_MS = 5 * 60_000;
const MOST_RECENT = 500;

interface Options {
  url: string;
  server: PlaceServer;
  timeoutMs?: number;
}

interface Recent {
  until: number;
  found: Promise<PlaceDto[] | null>;
  /** Who waits for it, while it is being asked. */
  askers: Set<string>;
}

/** A server of places that the operator names: asked politely, each question once, and its answers kept. */
export class RemotePlaces implements PlaceProvider {
  readonly #url: string;
  readonly #server: PlaceServer;
  readonly #timeoutMs: number;
  readonly #politeness: Politeness;
  readonly #recent = new Map<string, Recent>();
  #failedUntil = 0;

  constructor({ url, server, timeoutMs = TIMEOUT_MS }: Options) {
    this.#url = url;
    this.#server = server;
    this.#timeoutMs = timeoutMs;
    this.#politeness = new Politeness(server);
  }

  async search(query: PlaceQuery): Promise<PlaceDto[] | null> {
    if (lettersOf(query.text) < this.#server.shortest) return null;
    const key = this.#keyOf(query);
    const recent = this.#recent.get(key);
    if (!recent?.askers.has(query.asker)) this.#leaveAll(query.asker);
    if (recent && recent.until > Date.now()) {
      recent.askers.add(query.asker);
      return recent.found;
    }
    const askers = new Set([query.asker]);
    const found = this.#find(key, query, askers);
    this.#remember(key, { until: Date.now() + RECENT_MS, found, askers });
    let places: PlaceDto[] | null = null;
    try {
      places = await found;
    } finally {
      // What was not answered is asked again.
      if (places === null && this.#recent.get(key)?.found === found) this.#recent.delete(key);
    }
    return places;
  }

  /** Of the same text in another case, and from about the same spot, the answer is the same. */
  #keyOf({ text, near, locale }: PlaceQuery): string {
    const where = near ? `${near.lat.toFixed(1)},${near.lng.toFixed(1)}` : "";
    const asked = fold(text) || text;
    const question = [this.#url, this.#server.pathFor({ text: asked, near, locale }), where, locale];
    return `${this.#server.kind}:${createHash("sha256").update(question.join("\n")).digest("base64url")}`;
  }

  /** Of one's own questions only the newest still matters; what others wait for too goes on without them. */
  #leaveAll(asker: string): void {
    for (const { askers } of this.#recent.values()) askers.delete(asker);
    this.#politeness.tidy();
  }

  #remember(key: string, recent: Recent): void {
    this.#recent.delete(key);
    this.#recent.set(key, recent);
    const oldest = this.#recent.keys().next().value;
    if (this.#recent.size > MOST_RECENT && oldest !== undefined) this.#recent.delete(oldest);
  }

  async #find(key: string, query: PlaceQuery, askers: Set<string>): Promise<PlaceDto[] | null> {
    const after = new Date(Date.now() - this.#server.keptMs);
    const [kept] = await selectPlaceSearch(cachedRead("place-search"), { key, after });
    if (kept) return kept.places;
    if (Date.now() < this.#failedUntil) return null;
    const places = await this.#ask(query, askers);
    if (!places) return null;
    const row = { key, places: JSON.stringify(places), at: new Date() };
    defer(() => savePlaceSearch(freshDatabase(), row), "keeping an answer of the server of places");
    return places;
  }

  /** In the log stands what went wrong, and never what was searched for. */
  async #ask(query: PlaceQuery, askers: Set<string>): Promise<PlaceDto[] | null> {
    const url = `${this.#url}${this.#server.pathFor(query)}`;
    const inLine = AbortSignal.timeout(this.#timeoutMs);
    try {
      // That others were before does not make the server slow.
      const places = await this.#politeness.inTurn(askers, inLine, async () =>
        this.#server.read(
          await inPart(PLACES, () => askServer(url, query.locale, AbortSignal.timeout(this.#timeoutMs))),
        ),
      );
      return places && (await Promise.all(places.map(withZone)));
    } catch (error) {
      const pause = error instanceof ServerBusy ? error.retryMs : FAILURE_LIFE_MS;
      this.#failedUntil = Date.now() + pause;
      log().warn({ reason: reasonOf(error) }, "the server of places failed; the embedded list answers");
      return null;
    }
  }
}

const WIDE = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}]/gu;

/** Two signs of Chinese are a whole name. */
function lettersOf(text: string): number {
  return text.length + (text.match(WIDE)?.length ?? 0);
}

let configured: RemotePlaces | null | undefined;

/** The operator's server of places; null where none is set. */
export function remotePlaces(): RemotePlaces | null {
  configured ??= fromSettings();
  return configured;
}

function fromSettings(): RemotePlaces | null {
  const { PLACE_SEARCH_PROVIDER: provider, PLACE_SEARCH_URL: url } = env();
  if (provider === "embedded" || url === undefined) return null;
  return new RemotePlaces({ url, server: provider === "photon" ? photon : nominatim });
}

async function withZone(place: ServerPlace): Promise<PlaceDto> {
  return { ...place, timezone: await findZone(place) };
}

/** An error of zod or of a connection may quote what was sent or answered. */
function reasonOf(error: unknown): string {
  if (!(error instanceof Error)) return "unknown";
  return error instanceof SyntaxError || error.name === "ZodError" ? "no proper answer" : error.message;
}
