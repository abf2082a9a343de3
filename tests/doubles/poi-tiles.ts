import type { Point } from "#lib/shared/legs.ts";
import { answerJson, type LoopbackServer, startLoopback } from "./loopback-server.ts";
import { messageField, numberField, packedField, textField } from "./vector-tile.ts";

interface StreetPoi extends Point {
  /** The properties that tiles of the OpenMapTiles schema have: name, class and subclass. */
  properties: Readonly<Record<string, string>>;
}

const ZOOM = 14;
const EXTENT = 4096;

/**
 * Starts a server of vector tiles in the OpenMapTiles schema that contain only points of interest; `url` is the address
 * of their TileJSON.
 */
export async function startPoiTiles(pois: readonly StreetPoi[]): Promise<LoopbackServer> {
  const server = await startLoopback((request, response) => {
    const { pathname, origin } = new URL(request.url ?? "", `http://${request.headers.host}`);
    response.setHeader("access-control-allow-origin", "*");
    if (pathname === "/planet") {
      const tiles = [`${origin}/{z}/{x}/{y}.pbf`];
      return answerJson(response, 200, { tilejson: "3.0.0", tiles, minzoom: ZOOM, maxzoom: ZOOM });
    }
    const [, x, y] = /^\/14\/(\d+)\/(\d+)\.pbf$/.exec(pathname) ?? [];
    const tile = tileOf(pois, { x: Number(x), y: Number(y) });
    return void response.writeHead(200, { "content-type": "application/x-protobuf" }).end(tile);
  });
  return { ...server, url: `${server.url}/planet` };
}

function tileOf(pois: readonly StreetPoi[], tile: { x: number; y: number }): Buffer {
  const keys: string[] = [];
  const values: string[] = [];
  const features = pois.flatMap(({ properties, ...point }) => {
    const spot = spotIn(tile, point);
    if (!spot) return [];
    const tags = Object.entries(properties).flatMap(([key, value]) => [
      keys.push(key) - 1,
      values.push(value) - 1,
    ]);
    const geometry = [9, zigzag(spot.x), zigzag(spot.y)];
    return [messageField(2, [packedField(2, tags), numberField(3, 1), packedField(4, geometry)])];
  });
  const layer = [
    numberField(15, 2),
    textField(1, "poi"),
    ...features,
    ...keys.map((key) => textField(3, key)),
    ...values.map((value) => messageField(4, [textField(1, value)])),
    numberField(5, EXTENT),
  ];
  return messageField(3, layer);
}

function spotIn({ x, y }: { x: number; y: number }, { lat, lng }: Point) {
  const across = 2 ** ZOOM;
  const mercator = Math.asinh(Math.tan((lat * Math.PI) / 180)) / Math.PI;
  const at = { x: ((lng + 180) / 360) * across - x, y: ((1 - mercator) / 2) * across - y };
  if (at.x < 0 || at.x >= 1 || at.y < 0 || at.y >= 1) return null;
  return { x: Math.round(at.x * EXTENT), y: Math.round(at.y * EXTENT) };
}

function zigzag(value: number): number {
  return value < 0 ? -2 * value - 1 : 2 * value;
}
