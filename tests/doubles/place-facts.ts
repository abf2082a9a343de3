import { newPicture } from "#tests/helpers/pictures.ts";
import {
  answerJson,
  answerTrouble,
  type LoopbackServer,
  startLoopback,
  type Trouble,
} from "./loopback-server.ts";

type Asked = "facts" | "around" | "entities" | "summary" | "titles" | "nearby" | "files" | "bytes";

export interface PlaceFactsServer extends LoopbackServer {
  /** Tags of objects, by id such as `node/1`. */
  tags: Map<string, Readonly<Record<string, string>>>;
  /** Objects that can be found by their coordinates, by id such as `node/1`. */
  placed: Map<string, PlacedObject>;
  /** The number of map cells in each request for objects around a point. */
  cells: number[];
  /**
   * The remark that Overpass adds to its elements when it gives up halfway, and that Wikipedia sends in place of an
   * answer.
   */
  remark: { text: string | null };
  /** For each entity, its article titles by site, such as `frwiki`, and its picture file. */
  entities: Map<string, { sites: Readonly<Record<string, string>>; picture?: string }>;
  /** Licences of Commons' files; null means that the file's page states none. */
  licences: Map<string, string | null>;
  /**
   * The place that an article is about, by a key such as `en/Springfield`. Articles that are not listed are about no
   * place.
   */
  articles: Map<string, { lat: number; lng: number; entity: string }>;
  /**
   * Where other titles of an article lead, by a key such as `en/Lisboa`: to the article's own title, or to an address.
   */
  redirects: Map<string, string>;
  /** The services that fail, and how they fail. */
  troubles: Map<Asked, Trouble>;
  /** The services that received a request, in order. */
  asked: Asked[];
}

interface PlacedObject {
  lat: number;
  lng: number;
  tags: Readonly<Record<string, string>>;
}

const PATHS: ReadonlyArray<readonly [RegExp, Asked]> = [
  [/^\/api\/interpreter$/, "facts"],
  [/^\/(?:\w+\/)?api\/rest_v1\/page\/summary\//, "summary"],
  [/^\/bytes\//, "bytes"],
];

/**
 * Starts doubles of Overpass, Wikidata, Wikipedia in each language below `/{lang}`, and Wikimedia Commons with its
 * pictures.
 */
export async function startPlaceFactsServer(): Promise<PlaceFactsServer> {
  const lore: Omit<PlaceFactsServer, keyof LoopbackServer> = {
    tags: new Map(),
    placed: new Map(),
    cells: [],
    remark: { text: null },
    entities: new Map(),
    licences: new Map(),
    articles: new Map(),
    redirects: new Map(),
    troubles: new Map(),
    asked: [],
  };
  const picture = await newPicture();
  const server = await startLoopback((request, response) => {
    const url = new URL(request.url ?? "", `http://${request.headers.host}`);
    const kind = isAround(url)
      ? "around"
      : (PATHS.find(([path]) => path.test(url.pathname))?.[1] ?? kindOfQuery(url));
    lore.asked.push(kind);
    if (answerTrouble(response, lore.troubles.get(kind) ?? null)) return;
    if (kind === "bytes") {
      response.writeHead(200, { "content-type": "image/png" }).end(picture);
      return;
    }
    const moved = kind === "summary" ? movedTo(url, lore) : undefined;
    if (moved !== undefined) {
      const location = URL.canParse(moved) ? moved : encodeURIComponent(moved);
      response.writeHead(302, { location }).end();
      return;
    }
    const answer = ANSWERS[kind](url, lore);
    answerJson(response, answer === null ? 404 : 200, answer ?? { title: "Not found." });
  });
  return { ...server, ...lore };
}

function kindOfQuery({ searchParams }: URL): Asked {
  if (searchParams.get("action") !== "query") return "entities";
  if (searchParams.get("generator") === "geosearch") return "nearby";
  return searchParams.get("prop") === "imageinfo" ? "files" : "titles";
}

function movedTo(url: URL, { redirects }: Lore): string | undefined {
  const { language, title } = summaryOf(url);
  return redirects.get(`${language}/${title}`);
}

function summaryOf({ pathname }: URL) {
  const [, language = "", name = ""] = /^\/(\w+)\/api\/rest_v1\/page\/summary\/(.+)$/.exec(pathname) ?? [];
  return { language, name, title: decodeURIComponent(name).replaceAll("_", " ") };
}

function isAround({ searchParams }: URL): boolean {
  return searchParams.get("data")?.includes("nwr[") ?? false;
}

/** A disambiguation article: it lists what has this name and is about no place. */
const LIST = "Many";

type Lore = Omit<PlaceFactsServer, keyof LoopbackServer>;

const ANSWERS: Record<Exclude<Asked, "bytes">, (url: URL, lore: Lore) => object | null> = {
  facts({ searchParams }, { tags, remark }) {
    if (remark.text !== null) return { version: 0.6, elements: [], remark: remark.text };
    const [, type = "", id = ""] = /(node|way|relation)\((\d+)\)/.exec(searchParams.get("data") ?? "") ?? [];
    const found = tags.get(`${type}/${id}`);
    const object = { type, id: Number(id), lat: 43.7393, lon: 7.4282, tags: found };
    return { version: 0.6, elements: found ? [object] : [] };
  },
  around({ searchParams }, { placed, remark, cells }) {
    const blocks = blocksOf(searchParams.get("data") ?? "");
    cells.push(blocks.length);
    const elements = blocks.flatMap((block) => {
      const inside = [...placed].filter(([, object]) => block.fits(object));
      const told: object[] = inside.slice(0, block.most).map(elementOf);
      told.unshift(countOf(inside.length));
      return told;
    });
    return { version: 0.6, elements, ...(remark.text !== null && { remark: remark.text }) };
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
  summary(url) {
    const { language, name, title } = summaryOf(url);
    if (title === "Nobody") return null;
    const type = title === LIST ? "disambiguation" : "standard";
    const page = `${url.origin}/${language}/wiki/${name}`;
    return { type, title, extract: `${title}, in ${language}.`, content_urls: { desktop: { page } } };
  },
  titles({ pathname, searchParams }, { articles, redirects, remark }) {
    if (remark.text !== null) return { error: { code: "maxlag", info: remark.text } };
    const [, language = ""] = /^\/(\w+)\/w\/api\.php$/.exec(pathname) ?? [];
    const from = searchParams.get("titles") ?? "";
    const to = searchParams.get("redirects") === null ? undefined : redirects.get(`${language}/${from}`);
    const title = to ?? from;
    const about = articles.get(`${language}/${title}`);
    const disambiguation = title === LIST ? { disambiguation: "" } : {};
    const place = about && {
      coordinates: [{ lat: about.lat, lon: about.lng, primary: "", globe: "earth" }],
      pageprops: { wikibase_item: about.entity, ...disambiguation },
    };
    const pages = title === "Nobody" ? { "-1": { title, missing: "" } } : { 8: { title, ...place } };
    return { query: { ...(to !== undefined && { redirects: [{ from, to }] }), pages } };
  },
  nearby({ pathname, searchParams }, { articles, remark }) {
    if (remark.text !== null) return { error: { code: "maxlag", info: remark.text } };
    const [, language = ""] = /^\/(\w+)\/w\/api\.php$/.exec(pathname) ?? [];
    const [lat = 0, lng = 0] = (searchParams.get("ggscoord") ?? "").split("|").map(Number);
    const far = ({ at }: { at: { lat: number; lng: number } }) => Math.hypot(at.lat - lat, at.lng - lng);
    const found = [...articles]
      .filter(([name]) => name.startsWith(`${language}/`))
      .map(([name, at]) => ({ title: name.slice(language.length + 1), at }))
      .filter((each) => each.title !== LIST && far(each) < 0.1)
      .toSorted((a, b) => far(a) - far(b));
    if (found.length === 0) return { batchcomplete: "" };
    const pages = found.map(({ title, at }, index) => [
      String(-1 - index),
      { title, index, pageprops: { wikibase_item: at.entity } },
    ]);
    return { query: { pages: Object.fromEntries(pages) } };
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

const BLOCK = /\(((?:nwr\[[^;]+;)+)\);out count;out tags center (\d+);/g;
const SELECTOR = /nwr\["(\w+)"~"([^"]+)"\](\["name"\])?\(([-\d.]+),([-\d.]+),([-\d.]+),([-\d.]+)\);/g;

/** Reads the part of Overpass's query language that requests for objects around a point use. */
function blocksOf(data: string) {
  return [...data.matchAll(BLOCK)].map(([, selectors = "", most]) => {
    const each = [...selectors.matchAll(SELECTOR)].map(([, key = "", values = "", named, ...box]) => {
      const [south = 0, west = 0, north = 0, east = 0] = box.map(Number);
      return ({ lat, lng, tags }: PlacedObject) =>
        lat >= south &&
        lat <= north &&
        lng >= west &&
        lng <= east &&
        new RegExp(values).test(tags[key] ?? "") &&
        (named === undefined || tags["name"] !== undefined);
    });
    return { most: Number(most), fits: (object: PlacedObject) => each.some((fits) => fits(object)) };
  });
}

function countOf(total: number) {
  const tags = { nodes: String(total), ways: "0", relations: "0", total: String(total) };
  return { type: "count", id: 0, tags };
}

function elementOf([name, { lat, lng, tags }]: [string, PlacedObject]) {
  const [type = "", id] = name.split("/");
  const spot = { lat, lon: lng };
  return { type, id: Number(id), ...(type === "node" ? spot : { center: spot }), tags };
}
