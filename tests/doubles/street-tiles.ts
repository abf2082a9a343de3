import { randomBytes } from "node:crypto";
import { gzipSync } from "node:zlib";
import { answerJson, answerTrouble, startLoopback, type Trouble } from "./loopback-server.ts";
import { bytesField, messageField, numberField, packedField, textField } from "./vector-tile.ts";

export interface StreetTilesHost {
  /** The address of the TileJSON, as an operator configures it. */
  url: string;
  /** The paths of the requested tiles. */
  asked: string[];
  /** The maximum number of tiles that were requested at the same time. */
  atOnce: number;
  /** The number of bytes that each tile has in addition to its streets. */
  padding: number;
  /** How each tile fails from now on; `missing` means that there is no tile, null that it does not fail. */
  trouble: Trouble | "missing" | null;
  stop(): Promise<void>;
}

export const TILES_CREDIT = "© Paper Streets";
const SHARED = { "access-control-allow-origin": "*", "cache-control": "no-store" };

/**
 * Starts a server of vector tiles in the OpenMapTiles schema with two streets in each tile. Their path contains the
 * name of a build, as on real servers.
 */
export async function startStreetTiles(): Promise<StreetTilesHost> {
  const tile = gzipSync(crossing());
  let running = 0;
  const server = await startLoopback((request, response) => {
    const path = request.url ?? "";
    for (const [name, value] of Object.entries(SHARED)) response.setHeader(name, value);
    if (path === "/planet") return answerJson(response, 200, descriptionOf(`http://${request.headers.host}`));
    host.asked.push(path);
    running += 1;
    host.atOnce = Math.max(host.atOnce, running);
    response.on("close", () => (running -= 1));
    if (host.trouble === "missing") return void response.writeHead(404).end();
    if (answerTrouble(response, host.trouble)) return;
    response.writeHead(200, { "content-type": "application/x-protobuf", "content-encoding": "gzip" });
    response.end(host.padding > 0 ? padded(host.padding) : tile);
  });
  const host: StreetTilesHost = {
    url: `${server.url}/planet`,
    asked: [],
    atOnce: 0,
    padding: 0,
    trouble: null,
    stop: () => server.stop(),
  };
  return host;
}

function descriptionOf(origin: string) {
  return {
    tilejson: "3.0.0",
    tiles: [`${origin}/planet/20261126_001001_pt/{z}/{x}/{y}.pbf`],
    minzoom: 0,
    maxzoom: 14,
    attribution: `<a href="https://paper-streets.example/">${TILES_CREDIT}</a>`,
    vector_layers: [{ id: "transportation", fields: {} }],
  };
}

const EXTENT = 4096;

/** Returns one street from north to south and one from west to east. */
function crossing(): Buffer {
  const half = EXTENT / 2;
  const streets = [line(half, 0, 0, EXTENT), line(0, half, EXTENT, 0)];
  const features = streets.map((geometry) =>
    messageField(2, [packedField(2, [0, 0]), numberField(3, 2), packedField(4, geometry)]),
  );
  return messageField(3, [
    numberField(15, 2),
    textField(1, "transportation"),
    ...features,
    textField(3, "class"),
    messageField(4, [textField(1, "primary")]),
    numberField(5, EXTENT),
  ]);
}

/** Returns a line as commands of a vector tile: its start, and how far it extends from there. */
function line(x: number, y: number, across: number, down: number): number[] {
  const [move, draw] = [1 | (1 << 3), 2 | (1 << 3)];
  return [move, x * 2, y * 2, draw, across * 2, down * 2];
}

/** Returns a field that readers of tiles ignore and that cannot be compressed. */
function padded(size: number): Buffer {
  return gzipSync(Buffer.concat([crossing(), bytesField(100, randomBytes(size))]));
}
