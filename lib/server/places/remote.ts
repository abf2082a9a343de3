import type { PlaceDto } from "#lib/shared/places.ts";
import { env } from "../env/env.ts";
import { type ConfiguredService, configuredService } from "../open-services/clients.ts";
import { OpenServiceClient } from "../open-services/open-service-client.ts";
import { OPEN_SERVICES } from "../open-services/services.ts";
import { foldText } from "#lib/shared/fold.ts";
import { nominatim } from "./nominatim.ts";
import { photon } from "./photon.ts";
import type { PlaceServer, ServerPlace } from "./place-server.ts";
import type { PlaceProvider, PlaceQuery } from "./provider.ts";
import { findZone } from "./zone.ts";

/** An open service that finds places by name. */
export class RemotePlaces implements PlaceProvider {
  readonly #service: ConfiguredService;
  readonly #server: PlaceServer;

  constructor(service: ConfiguredService, server: PlaceServer) {
    this.#service = service;
    this.#server = server;
  }

  takes(text: string): boolean {
    return lettersOf(text) >= this.#server.shortest;
  }

  async search(query: PlaceQuery): Promise<PlaceDto[] | null> {
    if (!this.takes(query.text)) return null;
    const { url, client } = this.#service;
    // The answer does not depend on upper or lower case, so that one cached answer serves both.
    const text = foldText(query.text) || query.text;
    const answer = await client.ask(
      {
        url: url + this.#server.pathFor(query),
        sameAs: url + this.#server.pathFor({ ...query, text }),
        headers: { "accept-language": query.locale },
        read: async (body, status) => {
          if (status >= 400) throw new Error(`It answered ${status}.`);
          return Promise.all(this.#server.read(body).map(withZone));
        },
        keptMs: () => this.#server.keptMs,
      },
      query.asker,
    );
    return answer?.says ?? null;
  }
}

const WIDE = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}]/gu;

/** Counts each Chinese character twice, because two of them can be a whole name. */
function lettersOf(text: string): number {
  return text.length + (text.match(WIDE)?.length ?? 0);
}

let configured: RemotePlaces | null | undefined;

/** Returns the open service for place search; null when only the embedded gazetteer is searched. */
export function remotePlaces(): RemotePlaces | null {
  configured ??= fromSettings();
  return configured;
}

function fromSettings(): RemotePlaces | null {
  const { PLACE_SEARCH_PROVIDER: provider, PLACE_SEARCH_URL: url } = env();
  if (provider === "embedded" || url === undefined) return null;
  if (provider === "nominatim") return new RemotePlaces(throttledNominatim(url), nominatim);
  const service = configuredService("placeSearch");
  return service && new RemotePlaces(service, photon);
}

/** Returns a client with the limits of Nominatim's public servers, for an operator's server, too. */
export function throttledNominatim(url: string, everyMs = nominatim.everyMs): ConfiguredService {
  const { atOnce } = nominatim;
  const service = { ...OPEN_SERVICES.placeSearch, name: "nominatim", atOnce, everyMs };
  return { url, client: new OpenServiceClient(service) };
}

async function withZone(place: ServerPlace): Promise<PlaceDto> {
  return { ...place, timezone: await findZone(place) };
}
