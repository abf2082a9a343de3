import { Agent, request } from "undici";
import type { StreetImageKind } from "#lib/shared/street-view.ts";
import type { Box } from "./grid.ts";
import {
  type ImageFields,
  imageKindOf,
  MediaAnswer,
  readRefusal,
  SearchAnswer,
  SingleImage,
  toImage,
} from "./primary-wire.ts";
import { ProviderFailure } from "./provider-failure.ts";
import type { MediaUrls, ProviderImage, StreetImageryProvider } from "./provider.ts";

interface Config {
  /** The URL without a slash at its end. */
  apiUrl: string;
  accessToken: string;
}

/** The maximum number of photos in one answer. There are no pages, and a shorter list would be cut at random. */
const MOST = 2000;
const FIELDS = [
  "id,geometry,computed_geometry,captured_at,compass_angle,computed_compass_angle,is_pano,camera_type,creator",
  "quality_score,width,height",
].join();
const MEDIA_FIELDS = "id,is_pano,camera_type,thumb_1024_url,thumb_2048_url";
const LONGEST_ANSWER = 8 * 1024 * 1024;
/** The decimals of coordinates in requests: seven decimals of a degree are about a centimetre. */
const DECIMALS = 7;

/**
 * Mapillary's API, version 4. The token is sent in a header, since URLs are written to logs, and redirects are not
 * followed, so that no other host gets it. Messages are requested in English, because some refusals differ only in
 * their message.
 */
export class PrimaryImagery implements StreetImageryProvider {
  readonly name = "primary";
  readonly credit = {
    sourceName: "Mapillary",
    sourceUrl: "https://www.mapillary.com/",
    licenseName: "CC BY-SA 4.0",
    licenseUrl: "https://creativecommons.org/licenses/by-sa/4.0/",
  };
  readonly #apiUrl: string;
  readonly #headers: Record<string, string>;
  readonly #agent = new Agent({ connections: 32, keepAliveTimeout: 10_000 });

  constructor({ apiUrl, accessToken }: Config) {
    this.#apiUrl = apiUrl;
    this.#headers = {
      authorization: `OAuth ${accessToken}`,
      accept: "application/json",
      "accept-language": "en-US",
    };
  }

  async searchCell(box: Box, kind: StreetImageKind, signal: AbortSignal) {
    const { data } = SearchAnswer.parse(
      await this.#get("/images", signal, {
        bbox: [box.west, box.south, box.east, box.north].map((side) => side.toFixed(DECIMALS)).join(),
        is_pano: String(kind === "panorama"),
        fields: FIELDS,
        limit: String(MOST),
      }),
    );
    return {
      images: data.flatMap((fields) => toImage(fields) ?? []),
      isFull: data.length >= MOST,
    };
  }

  async getImage(id: string, signal: AbortSignal): Promise<ProviderImage> {
    const fields: ImageFields = SingleImage.parse(
      await this.#get(entityPath(id), signal, { fields: FIELDS }),
    );
    const image = toImage(fields);
    if (!image || image.id !== id) throw new ProviderFailure("invalid");
    return image;
  }

  async getMedia(id: string, signal: AbortSignal): Promise<MediaUrls> {
    const fields = MediaAnswer.parse(await this.#get(entityPath(id), signal, { fields: MEDIA_FIELDS }));
    const kind = imageKindOf(fields);
    const { thumb_1024_url: medium, thumb_2048_url: large } = fields;
    // Only a part of a panorama is visible at a time, so it needs more pixels.
    const wanted = kind === "panorama" ? [large, medium] : [medium];
    return { kind, addresses: wanted.flatMap((address) => address ?? []) };
  }

  close(): Promise<void> {
    return this.#agent.destroy();
  }

  async #get(path: string, signal: AbortSignal, query: Record<string, string>): Promise<unknown> {
    const { statusCode, headers, body } = await request(`${this.#apiUrl}${path}`, {
      dispatcher: this.#agent,
      headers: this.#headers,
      query,
      signal,
    });
    const text = await readLimited(body);
    const answer = parseJson(text);
    if (statusCode === 200 && answer !== undefined) return answer;
    throw readRefusal(statusCode, answer, headers["retry-after"]);
  }
}

function entityPath(id: string): string {
  return `/${encodeURIComponent(id)}`;
}

async function readLimited(body: AsyncIterable<Buffer>): Promise<string> {
  const chunks: Buffer[] = [];
  let size = 0;
  for await (const chunk of body) {
    size += chunk.byteLength;
    // Throwing within the loop closes the connection.
    if (size > LONGEST_ANSWER) throw new ProviderFailure("invalid");
    chunks.push(chunk);
  }
  return Buffer.concat(chunks).toString("utf8");
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
