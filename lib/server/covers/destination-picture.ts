import * as z from "zod";
import { foldText } from "#lib/shared/fold.ts";
import { distanceMeters, type Point } from "#lib/shared/legs.ts";
import type { Destination } from "#lib/shared/trips.ts";
import { type ConfiguredService, configuredService } from "../open-services/clients.ts";
import { linksOfTags } from "../places/about/article.ts";
import { type CommonsPicture, commonsPicture } from "../places/about/commons-picture.ts";
import { DAY_MS } from "../places/place-server.ts";

const KEPT_MS = 30 * DAY_MS;
/**
 * An article of that name whose place is further away is about another place. The distance is large because sources
 * place the middle of a region differently.
 */
const SAME_M = 50_000;
/** The largest radius in which the encyclopaedia searches around a point. */
const AROUND_M = 10_000;

/**
 * Returns the picture of a trip's destination from the encyclopaedia's article that has its name and is about a place
 * right there. Everybody sees the same picture in every language. "no_answer": the picture may be known later.
 */
export async function destinationPicture({
  name,
  lat,
  lng,
}: Destination): Promise<CommonsPicture | null | "no_answer"> {
  const service = configuredService("encyclopaedia");
  // Without coordinates it is unknown which of several places a name means.
  if (!service || lat === undefined || lng === undefined) return null;
  for (const language of languagesOf(name)) {
    const entity = await entityOf(service, language, { name, lat, lng });
    if (entity === "no_answer") return entity;
    const picture = entity === null ? null : await pictureOf(entity);
    if (picture !== null) return picture;
  }
  return null;
}

/** Returns the languages whose encyclopaedias may have an article of this name. */
function languagesOf(name: string): string[] {
  if (/[\p{Script=Hiragana}\p{Script=Katakana}]/u.test(name)) return ["ja", "en"];
  return /\p{Script=Han}/u.test(name) ? ["zh", "en"] : ["en"];
}

type Spot = Point & { name: string };
/** The Wikidata id of an article's subject. */
type Entity = `Q${string}`;
type Found = Entity | null | "no_answer";

/**
 * Finds the destination's article by its name, if that article is about this very place; otherwise among the articles
 * around the place.
 */
async function entityOf(service: ConfiguredService, language: string, spot: Spot): Promise<Found> {
  const named = await articleNamed(service, language, spot.name);
  if (named === "no_answer") return named;
  if (named !== null && distanceMeters(named, spot) <= SAME_M) return named.entity;
  return articleAround(service, language, spot);
}

const EntityId = z.templateLiteral(["Q", z.string()]);
const Named = z.object({
  // A title with another wiki's prefix, such as `fr:Paris`, has no page in this encyclopaedia.
  query: z.object({ pages: z.record(z.string(), z.unknown()).optional() }).optional(),
});
const NamedPage = z.object({
  coordinates: z.tuple([z.object({ lat: z.number(), lon: z.number() })], z.unknown()),
  pageprops: z.object({ wikibase_item: EntityId, disambiguation: z.never().optional() }),
});

interface Article extends Point {
  entity: Entity;
}

/**
 * Finds the article of a name; null: there is none, it lists several subjects of that name, or it has no coordinates.
 */
async function articleNamed(
  service: ConfiguredService,
  language: string,
  name: string,
): Promise<Article | null | "no_answer"> {
  // A name with the character that separates titles has no article, because no title contains this character.
  if (name.includes("|")) return null;
  const asked = {
    titles: name,
    // The two parameters resolve an article's other names and the other script of Chinese.
    redirects: "1",
    converttitles: "1",
    prop: "coordinates|pageprops",
    ppprop: "wikibase_item|disambiguation",
  };
  return askWiki(service, language, asked, articleIn);
}

function articleIn(body: unknown): Article | null {
  const [page] = Object.values(Named.parse(body).query?.pages ?? {});
  const { data } = NamedPage.safeParse(page);
  if (!data) return null;
  const [{ lat, lon: lng }] = data.coordinates;
  return { entity: data.pageprops.wikibase_item, lat, lng };
}

/** An answer without an error: the encyclopaedia also reports temporary errors with status 200. */
const WithoutError = z.object({ error: z.never().optional() });

async function askWiki<T>(
  { url, client }: ConfiguredService,
  language: string,
  asked: Readonly<Record<string, string>>,
  read: (body: unknown) => T,
): Promise<T | "no_answer"> {
  const query = new URLSearchParams({ action: "query", ...asked, format: "json" });
  const answer = await client.ask<T>({
    url: `${url.replace("{lang}", language)}/w/api.php?${query}`,
    read(body, status) {
      if (status >= 400) throw new Error(`It answered ${status}.`);
      WithoutError.parse(body);
      return read(body);
    },
    keptMs: () => KEPT_MS,
  });
  return answer ? answer.says : "no_answer";
}

const Around = z.object({
  query: z
    .object({
      pages: z.record(
        z.string(),
        z.object({
          title: z.string(),
          index: z.number().optional(),
          pageprops: z.object({ wikibase_item: EntityId.optional() }).optional(),
        }),
      ),
    })
    .optional(),
});

interface Titled {
  title: string;
  entity: Entity;
}

/** Returns the nearest of the articles around the place whose title is the name, apart from a qualifier. */
async function articleAround(
  service: ConfiguredService,
  language: string,
  { name, lat, lng }: Spot,
): Promise<Found> {
  const asked = {
    generator: "geosearch",
    // The coordinates are rounded to about a kilometre, which is exact enough for the encyclopaedia.
    ggscoord: `${lat.toFixed(2)}|${lng.toFixed(2)}`,
    ggsradius: String(AROUND_M),
    ggslimit: "100",
    prop: "pageprops",
    ppprop: "wikibase_item",
  };
  const found = await askWiki(service, language, asked, titledIn);
  if (found === "no_answer") return found;
  return found.find(({ title }) => bare(title) === bare(name))?.entity ?? null;
}

/** Returns the articles with their titles, nearest first. */
function titledIn(body: unknown): Titled[] {
  const { query } = Around.parse(body);
  const pages = Object.values(query?.pages ?? {}).toSorted((a, b) => (a.index ?? 0) - (b.index ?? 0));
  return pages.flatMap(({ title, pageprops }) => {
    const entity = pageprops?.wikibase_item;
    return entity === undefined ? [] : { title, entity };
  });
}

/** Returns a title without its qualifier, as in `Springfield, Illinois` and `Neustadt (Hessen)`. */
function bare(title: string): string {
  const [name = title] = title.split(/[,，(（]/);
  return foldText(name).trim();
}

async function pictureOf(entity: string): Promise<CommonsPicture | null | "no_answer"> {
  const links = await linksOfTags({ wikidata: entity });
  if (links === "no_answer") return links;
  return links.picture === null ? null : commonsPicture(links.picture);
}
