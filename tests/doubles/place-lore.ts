import { newPicture } from "#tests/helpers/pictures.ts";
import {
  answerJson,
  answerTrouble,
  type LoopbackServer,
  startLoopback,
  type Trouble,
} from "./loopback-server.ts";

type Asked = "facts" | "entities" | "summary" | "files" | "bytes";

export interface PlaceLore extends LoopbackServer {
  /** Tags of objects, by `node/1`. */
  tags: Map<string, Readonly<Record<string, string>>>;
  /** Titles by site, as `frwiki`, and a file, by entity. */
  entities: Map<string, { sites: Readonly<Record<string, string>>; picture?: string }>;
  /** The licence of a file of Commons; null: its page does not say. */
  licences: Map<string, string | null>;
  /** Which service fails, and how. */
  troubles: Map<Asked, Trouble>;
  /** What was asked, in order. */
  asked: Asked[];
}

const PATHS: ReadonlyArray<readonly [RegExp, Asked]> = [
  [/^\/api\/interpreter$/, "facts"],
  [/^\/(?:\w+\/)?api\/rest_v1\/page\/summary\//, "summary"],
  [/^\/bytes\//, "bytes"],
];

/** Overpass, Wikidata, Wikipedia in each language below `/{lang}`, and Wikimedia Commons with its pictures. */
export async function startPlaceLore(): Promise<PlaceLore> {
  const lore: Omit<PlaceLore, keyof LoopbackServer> = {
    tags: new Map(),
    entities: new Map(),
    licences: new Map(),
    troubles: new Map(),
    asked: [],
  };
  const picture = await newPicture();
  const server = await startLoopback((request, response) => {
    const url = new URL(request.url ?? "", `http://${request.headers.host}`);
    const action = url.searchParams.get("action");
    const kind =
      PATHS.find(([path]) => path.test(url.pathname))?.[1] ?? (action === "query" ? "files" : "entities");
    lore.asked.push(kind);
    if (answerTrouble(response, lore.troubles.get(kind) ?? null)) return;
    if (kind === "bytes") {
      response.writeHead(200, { "content-type": "image/png" }).end(picture);
      return;
    }
    const answer = ANSWERS[kind](url, lore);
    answerJson(response, answer === null ? 404 : 200, answer ?? { title: "Not found." });
  });
  return { ...server, ...lore };
}

type Lore = Omit<PlaceLore, keyof LoopbackServer>;

const ANSWERS: Record<Exclude<Asked, "bytes">, (url: URL, lore: Lore) => object | null> = {
  facts({ searchParams }, { tags }) {
    const [, type = "", id = ""] = /(node|way|relation)\((\d+)\)/.exec(searchParams.get("data") ?? "") ?? [];
    const found = tags.get(`${type}/${id}`);
    const object = { type, id: Number(id), lat: 43.7393, lon: 7.4282, tags: found };
    return { version: 0.6, elements: found ? [object] : [] };
  },
  entities({ searchParams }, { entities }) {
    const id = searchParams.get("ids") ?? "";
    const found = entities.get(id);
    if (!found) return { entities: { [id]: { id, missing: "" } }, success: 1 };
    const sitelinks = Object.fromEntries(
      Object.entries(found.sites).map(([site, title]) => [site, { site, title, badges: [] }]),
    );
    const value = { mainsnak: { snaktype: "value", datavalue: { value: found.picture, type: "string" } } };
    return {
      entities: { [id]: { type: "item", id, sitelinks, claims: found.picture ? { P18: [value] } : {} } },
    };
  },
  summary({ pathname, origin }) {
    const [, language = "", name = ""] = /^\/(\w+)\/api\/rest_v1\/page\/summary\/(.+)$/.exec(pathname) ?? [];
    const title = decodeURIComponent(name).replaceAll("_", " ");
    if (title === "Nobody") return null;
    const type = title === "Many" ? "disambiguation" : "standard";
    const page = `${origin}/${language}/wiki/${name}`;
    return { type, title, extract: `${title}, in ${language}.`, content_urls: { desktop: { page } } };
  },
  files({ searchParams, origin }, { licences }) {
    const title = searchParams.get("titles") ?? "";
    const file = title.replace("File:", "");
    const licence = licences.get(file);
    if (licence === undefined) return { query: { pages: { "-1": { title, missing: "" } } } };
    const info = {
      url: `${origin}/bytes/full-${file}`,
      thumburl: `${origin}/bytes/${file}`,
      thumbwidth: 640,
      thumbheight: 400,
      descriptionurl: `${origin}/wiki/${file}`,
      extmetadata: {
        Artist: { value: '<a href="//example.test"><b>Ann</b> Lee</a>' },
        ...(licence !== null && {
          LicenseShortName: { value: licence },
          LicenseUrl: { value: "https://creativecommons.org/licenses/by-sa/4.0" },
        }),
      },
    };
    return { query: { pages: { 7: { title, imageinfo: [info] } } } };
  },
};
