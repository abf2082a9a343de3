import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo, Socket } from "node:net";
import { answerMedia, isMediaPath, type MediaFault, mediaPath } from "./street-media.ts";
import { tooManyImages, badToken, noSuchImage, unknownPath, wrongBox } from "./street-refusals.ts";
import { type Area, townWorld, type World, type WorldPhoto } from "./street-world.ts";

export interface StreetRequest {
  url: URL;
  headers: IncomingMessage["headers"];
  /** Milliseconds since the process began, like `performance.now()`. */
  at: number;
  /** The answer's status; null until there is an answer. */
  status: number | null;
  /** When the client disconnected before the answer was complete; null otherwise. */
  abortedAt: number | null;
}

/** What happens in place of the normal answer. */
export type AnswerOverride =
  | { status: number; body?: object; headers?: Record<string, string> }
  | "reset"
  | "hang";

export interface StreetImagery {
  url: string;
  /** The value for `STREET_IMAGERY_MEDIA_HOSTS`. */
  host: string;
  token: string;
  /** The requests to the API; requests for the bytes of photos are not included. */
  requests: StreetRequest[];
  mediaRequests: StreetRequest[];
  /** Returns the number of open connections. */
  connections(): number;
  world(world: World): void;
  /** Sets the maximum number of photos in an answer; an area with more is refused. */
  density(most: number): void;
  script(script: ((request: StreetRequest) => AnswerOverride | null) | null): void;
  /** Sets how the bytes of a photo are served: from another address, or in a wrong way. `size` is 1024 or 2048. */
  media(place: ((photo: WorldPhoto, size: number) => MediaFault | URL | "photo" | null) | null): void;
  /** Restores the initial behaviour and clears the logs. */
  reset(): void;
  stop(): Promise<void>;
}

const MOST = 2000;
const SIDE_DEGREES = 0.01;
const EXPIRES_MS = 3_600_000;

interface Options {
  token?: string;
  port?: number;
}

/**
 * Starts a double of the parts of Mapillary's API version 4 that the service uses, with the photos' bytes on the same
 * host.
 */
export async function startStreetImagery({
  token = "MLY|1234|secret-of-the-imagery-in-tests",
  port = 0,
}: Options = {}): Promise<StreetImagery> {
  const service = new Service(token);
  const sockets = new Set<Socket>();
  const server = createServer((request, response) => void service.answer(request, response));
  server.on("connection", (socket) => {
    sockets.add(socket);
    socket.once("close", () => sockets.delete(socket));
  });
  await new Promise<void>((resolve) => server.listen(port, "127.0.0.1", resolve));
  // For a server that listens on TCP, `address()` returns an `AddressInfo`.
  service.host = `127.0.0.1:${(server.address() as AddressInfo).port}`;
  return {
    url: `http://${service.host}`,
    host: service.host,
    token,
    requests: service.requests,
    mediaRequests: service.mediaRequests,
    connections: () => sockets.size,
    world: (world) => void (service.world = world),
    density: (most) => void (service.density = most),
    script: (script) => void (service.script = script),
    media: (place) => void (service.media = place),
    reset: () => service.reset(),
    stop: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}

class Service {
  readonly #token: string;
  readonly requests: StreetRequest[] = [];
  readonly mediaRequests: StreetRequest[] = [];
  host = "";
  world: World = townWorld();
  density = Infinity;
  script: ((request: StreetRequest) => AnswerOverride | null) | null = null;
  media: ((photo: WorldPhoto, size: number) => MediaFault | URL | "photo" | null) | null = null;

  constructor(token: string) {
    this.#token = token;
  }

  reset(): void {
    this.requests.length = 0;
    this.mediaRequests.length = 0;
    this.world = townWorld();
    this.density = Infinity;
    this.script = null;
    this.media = null;
  }

  async answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const noted = note(request, response);
    if (isMediaPath(request.url ?? "")) {
      this.mediaRequests.push(noted);
      return answerMedia(request, response, (id) => this.world.find(id));
    }
    this.requests.push(noted);
    const act = this.script?.(noted) ?? this.#answerTo(noted);
    if (act === "hang") return;
    if (act === "reset") return void response.destroy();
    const { status, body = {}, headers } = act;
    response.writeHead(status, { "content-type": "application/json; charset=UTF-8", ...headers });
    response.end(JSON.stringify(body));
  }

  #answerTo(request: StreetRequest): Exclude<AnswerOverride, string> {
    const { pathname, searchParams } = request.url;
    const token =
      /^OAuth (.+)$/.exec(request.headers.authorization ?? "")?.[1] ?? searchParams.get("access_token");
    if (token !== this.#token) return badToken(token !== null);
    if (pathname === "/images") return this.#search(request);
    const id = /^\/(\w+)$/.exec(pathname)?.[1];
    if (id === undefined) return unknownPath();
    const photo = this.world.find(id);
    return photo ? { status: 200, body: this.#shown(photo, searchParams) } : noSuchImage(id);
  }

  #search({ url: { searchParams }, headers }: StreetRequest): Exclude<AnswerOverride, string> {
    const area = areaOf(searchParams.get("bbox") ?? "");
    if (!area) return wrongBox();
    const isPano = searchParams.get("is_pano");
    const found = this.world
      .within(area)
      .filter((photo) => isPano === null || String(photo.isPano) === isPano);
    if (found.length > this.density) return tooManyImages(headers["accept-language"]);
    const limit = Math.min(MOST, Number(searchParams.get("limit") ?? MOST));
    const shown = unstable(found).slice(0, limit);
    return { status: 200, body: { data: shown.map((photo) => this.#shown(photo, searchParams)) } };
  }

  /** Returns the requested fields that have a value, and always the id. */
  #shown(photo: WorldPhoto, searchParams: URLSearchParams): Record<string, unknown> {
    const asked = new Set((searchParams.get("fields") ?? "").split(","));
    const known = Object.entries(this.#fields(photo));
    const given = known.filter(([name, value]) => asked.has(name) && value !== undefined && value !== null);
    return { ...Object.fromEntries(given), id: photo.id };
  }

  #fields(photo: WorldPhoto): Record<string, unknown> {
    const { lng, lat, computed, isPano, compassAngle, creator } = photo;
    return {
      geometry: { type: "Point", coordinates: [lng, lat] },
      computed_geometry: computed && { type: "Point", coordinates: [computed.lng, computed.lat] },
      captured_at: photo.capturedAt,
      compass_angle: compassAngle,
      computed_compass_angle: computed && compassAngle,
      is_pano: isPano,
      camera_type: isPano ? "spherical" : "perspective",
      sequence: `s${photo.id.slice(0, 8)}`,
      creator: creator && { username: creator, id: String(1000 + creator.length) },
      quality_score: photo.quality,
      width: photo.width,
      height: photo.height,
      thumb_256_url: this.#thumb(photo, 256),
      thumb_1024_url: this.#thumb(photo, 1024),
      thumb_2048_url: this.#thumb(photo, 2048),
      merge_cc: 4.546427159383e18,
    };
  }

  #thumb(photo: WorldPhoto, size: number): string | null {
    const place = this.media ? this.media(photo, size) : "photo";
    if (place === null || place instanceof URL) return place?.href ?? null;
    return `http://${this.host}${mediaPath(place, size, photo.id, Date.now() + EXPIRES_MS)}`;
  }
}

function note(request: IncomingMessage, response: ServerResponse): StreetRequest {
  const noted: StreetRequest = {
    url: new URL(request.url ?? "/", "http://imagery.test"),
    headers: request.headers,
    at: performance.now(),
    status: null,
    abortedAt: null,
  };
  response.on("close", () => {
    if (response.writableFinished) noted.status = response.statusCode;
    else noted.abortedAt = performance.now();
  });
  return noted;
}

/** Returns the area of a box; null for an invalid box and for a box that is too large. */
function areaOf(bbox: string): Area | null {
  const sides = bbox.split(",").map(Number);
  const [west = Number.NaN, south = Number.NaN, east = Number.NaN, north = Number.NaN] = sides;
  const isBox = sides.length === 4 && west < east && south < north && west >= -180 && east <= 180;
  const isSmall = east - west < SIDE_DEGREES && north - south < SIDE_DEGREES;
  return isBox && isSmall ? { west, south, east, north } : null;
}

/** Returns the photos in an order that differs each time and is never nearest first. */
function unstable(photos: WorldPhoto[]): WorldPhoto[] {
  const from = Math.floor(Math.random() * photos.length);
  return [...photos.slice(from), ...photos.slice(0, from)].toReversed();
}
