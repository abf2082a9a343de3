import type { ServerResponse } from "node:http";
import { newPicture } from "#tests/helpers/pictures.ts";
import { answerJson, answerTrouble, startLoopback, type Trouble } from "./loopback-server.ts";

export interface MapStyleHost {
  /** The style's address, as an operator configures it. */
  styleUrl: string;
  /** The origin of the style's tiles, which differs from the style's. */
  tilesOrigin: string;
  /** How the style or its tiles fail from now on; null means that they do not fail. */
  trouble: { style: Trouble | "missing" | null; tiles: Trouble | "missing" | null };
  /** Whether the style names tiles at a host that the operator did not name. */
  strays: boolean;
  /** The paths of the requested tiles, at each of the two hosts. */
  asked: { tiles: string[]; stray: string[] };
  stop(): Promise<void>;
}

export const STYLE_CREDIT = "© Paper Maps";

/** Starts a double with a map style and its tiles on two hosts, and a third host that nobody should request. */
export async function startMapStyle(): Promise<MapStyleHost> {
  const picture = await newPicture({ width: 256, height: 256, hue: 60 });
  const asked: MapStyleHost["asked"] = { tiles: [], stray: [] };
  const tileHost = (paths: string[]) =>
    startLoopback((request, response) => {
      paths.push(request.url ?? "");
      if (fails(response, host.trouble.tiles)) return;
      response.writeHead(200, { ...SHARED, "content-type": "image/png" }).end(picture);
    });
  const [tiles, stray] = await Promise.all([tileHost(asked.tiles), tileHost(asked.stray)]);
  const style = await startLoopback((_, response) => {
    if (fails(response, host.trouble.style)) return;
    for (const [name, value] of Object.entries(SHARED)) response.setHeader(name, value);
    answerJson(response, 200, styleWith(host.strays ? stray.url : tiles.url));
  });
  const host: MapStyleHost = {
    styleUrl: `${style.url}/style.json`,
    tilesOrigin: tiles.url,
    trouble: { style: null, tiles: null },
    strays: false,
    asked,
    stop: async () => void (await Promise.all([style.stop(), tiles.stop(), stray.stop()])),
  };
  return host;
}

const SHARED = { "access-control-allow-origin": "*", "cache-control": "no-store" };

function fails(response: ServerResponse, trouble: Trouble | "missing" | null): boolean {
  if (trouble !== "missing") {
    // With the headers of `SHARED`, the browser reports the failure itself and not a refusal by CORS.
    for (const [name, value] of Object.entries(SHARED)) response.setHeader(name, value);
    return answerTrouble(response, trouble);
  }
  response.writeHead(404, SHARED).end("Not Found");
  return true;
}

function styleWith(tilesOrigin: string) {
  return {
    version: 8,
    sources: {
      paper: {
        type: "raster",
        tiles: [`${tilesOrigin}/{z}/{x}/{y}.png`],
        tileSize: 256,
        attribution: `<a href="https://paper-maps.example/">${STYLE_CREDIT}</a>`,
      },
    },
    layers: [
      { id: "ground", type: "background", paint: { "background-color": "#f4efe2" } },
      { id: "paper", type: "raster", source: "paper" },
    ],
  };
}
