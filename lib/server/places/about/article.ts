import * as z from "zod";
import type { PlaceArticle } from "#lib/shared/place-about.ts";
import type { Locale } from "../../auth/locale.ts";
import { configuredService } from "../../open-services/clients.ts";
import { DAY_MS } from "../place-server.ts";
import type { Tags } from "./facts.ts";

const KEPT_MS = 30 * DAY_MS;
const LONGEST_TEXT = 1500;
const ENTITY = /^Q\d{1,12}$/;

/** The articles and the picture of a place. */
export interface PlaceLinks {
  /** The titles of the articles by language. */
  articles: Readonly<Partial<Record<string, string>>>;
  /** The name of a file in Wikimedia Commons, without `File:`. */
  picture: string | null;
}

/** Matches sites such as `enwiki` and `zh_yuewiki`; `commonswiki` and similar ones have no language. */
const WIKIPEDIA = /^([a-z]{2,3}(?:_[a-z_]{2,12})?)wiki$/;

const Entity = z.object({
  sitelinks: z.record(z.string(), z.object({ title: z.string() })).optional(),
  claims: z
    .object({
      P18: z
        .array(z.object({ mainsnak: z.object({ datavalue: z.object({ value: z.string() }).optional() }) }))
        .optional(),
    })
    .optional(),
});
const Entities = z.object({ entities: z.record(z.string(), Entity) });

/** Returns the links from the tags of an object; "no_answer": the service may know them later. */
export async function linksOfTags(tags: Tags): Promise<PlaceLinks | "no_answer"> {
  const own = linksIn(tags);
  const entity = tags["wikidata"];
  const service = configuredService("placeLinks");
  if (entity === undefined || !ENTITY.test(entity) || !service) return own;
  const asked = { action: "wbgetentities", ids: entity, props: "sitelinks|claims", format: "json" };
  const answer = await service.client.ask<PlaceLinks>({
    url: `${service.url}/w/api.php?${new URLSearchParams(asked)}`,
    read(body, status) {
      if (status >= 400) throw new Error(`It answered ${status}.`);
      return linksOfEntity(Entities.parse(body).entities[entity]);
    },
    keptMs: () => KEPT_MS,
  });
  if (!answer) return "no_answer";
  const { articles, picture } = answer.says;
  return { articles: { ...own.articles, ...articles }, picture: picture ?? own.picture };
}

/** Reads the tags `wikipedia=fr:Casino de Monte-Carlo` and `image=File:…`. */
function linksIn(tags: Tags): PlaceLinks {
  const [, language, title] = /^([a-z-]{2,12}):(.+)$/.exec(tags["wikipedia"] ?? "") ?? [];
  const [, picture = null] = /^File:(.+)$/.exec(tags["wikimedia_commons"] ?? tags["image"] ?? "") ?? [];
  return { articles: language !== undefined && title ? { [language]: title } : {}, picture };
}

function linksOfEntity({ sitelinks = {}, claims }: z.infer<typeof Entity> = {}): PlaceLinks {
  const articles = Object.entries(sitelinks).flatMap(([site, { title }]) => {
    const [, language] = WIKIPEDIA.exec(site) ?? [];
    return language === undefined ? [] : [[language.replaceAll("_", "-"), title] as const];
  });
  const [first] = claims?.P18 ?? [];
  return { articles: Object.fromEntries(articles), picture: first?.mainsnak.datavalue?.value ?? null };
}

const Summary = z.object({
  type: z.string().optional(),
  title: z.string(),
  extract: z.string(),
  content_urls: z.object({ desktop: z.object({ page: z.url() }) }),
});

const LICENCE = { text: "CC BY-SA 4.0", href: "https://creativecommons.org/licenses/by-sa/4.0/" };

/** Returns the beginning of the article in the reader's language, else in English, else in any other language. */
export async function articleOf(
  { articles }: Pick<PlaceLinks, "articles">,
  locale: Locale,
): Promise<PlaceArticle | null | "no_answer"> {
  const service = configuredService("encyclopaedia");
  const language = [locale, "en", ...Object.keys(articles)].find((each) => articles[each] !== undefined);
  const title = language === undefined ? undefined : articles[language];
  if (!service || language === undefined || title === undefined) return null;
  const base = service.url.replace("{lang}", language);
  const page = encodeURIComponent(title.replaceAll(" ", "_"));
  const answer = await service.client.ask<PlaceArticle | null>({
    url: `${base}/api/rest_v1/page/summary/${page}`,
    // Titles in the map's data are often former ones or differently spelled, which Wikipedia redirects.
    mayMove: true,
    read: (body, status) => (status >= 300 ? null : articleIn(body, language)),
    keptMs: () => KEPT_MS,
  });
  return answer ? answer.says : "no_answer";
}

function articleIn(body: unknown, language: string): PlaceArticle | null {
  const { type, title, extract, content_urls } = Summary.parse(body);
  const text = extract.trim().slice(0, LONGEST_TEXT);
  // A disambiguation page lists things of that name and says nothing about this place.
  if (type === "disambiguation" || text === "") return null;
  const attribution = { text: "Wikipedia", licence: LICENCE };
  return { title, text, language, url: content_urls.desktop.page, attribution };
}
