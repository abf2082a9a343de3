import { placesApi } from "#lib/shared/api/places.ts";
import { foldText } from "#lib/shared/fold.ts";
import { distanceMeters } from "#lib/shared/legs.ts";
import type { PlaceAbout, PlaceAboutQuery, PlaceFacts, PlacePicture } from "#lib/shared/place-about.ts";
import { requireAccess } from "../../access/access.ts";
import { requestLocale } from "../../auth/locale.ts";
import { requireWithinLimit } from "../../auth/rate-limit.ts";
import type { Ctx } from "../../context.ts";
import { withTimeout } from "../../process/timeout.ts";
import { OPEN_SERVICES } from "../../open-services/services.ts";
import { findMapObject } from "../map-object.ts";
import { remotePlaces } from "../remote.ts";
import { articleOf, linksOfTags } from "./article.ts";
import { type CommonsPicture, commonsPicture } from "./commons-picture.ts";
import { factsIn, type Tags } from "./facts.ts";
import { openDaysAt } from "./open-days.ts";

/** The rate limit by user; each place that somebody opens sends one request. */
const LIMIT = { windowSeconds: 600, max: 300 };
/** The distance in metres beyond which an object of the same name is another place. */
const SAME_M = 150;
const OBJECT = /^osm:(?:node|way|relation)\/\d{1,15}$/;

/**
 * Returns what open services know of a place that somebody opens.
 * @param factsMs the maximum time for the place's facts, when that is shorter than the deadline of their service
 * @throws AppError NOT_FOUND, RATE_LIMITED
 */
export async function aboutPlace(
  ctx: Ctx,
  tripId: string,
  asked: PlaceAboutQuery,
  factsMs: number = OPEN_SERVICES.placeFacts.deadlineMs,
): Promise<PlaceAbout> {
  await requireAccess(ctx, tripId, "guest");
  await requireWithinLimit(new Headers(), placesApi.about.path, LIMIT, { subject: ctx.viewer.userId });
  const ref = await objectAt(ctx, asked);
  const found = ref === null ? "nothing" : ((await withTimeout(factsMs, findMapObject(ref))) ?? "no_answer");
  if (ref === null || found === "nothing") return { ...NOTHING, ref: null, isPending: false };
  if (found === "no_answer") return { ...NOTHING, ref, isPending: true };
  const { tags } = found;
  const locale = requestLocale(ctx.headers);
  const links = await linksOfTags(tags);
  const [facts, article, picture] = await Promise.all([
    factsOf(tags, asked),
    links === "no_answer" ? links : articleOf(links, locale),
    links === "no_answer" ? links : links.picture === null ? null : commonsPicture(links.picture),
  ]);
  return {
    ref,
    facts,
    article: answered(article),
    picture: pictureOf(answered(picture), tripId, ref),
    attribution: OPEN_SERVICES.placeFacts.credits.map(({ name, href }) => ({ text: name, href })),
    isPending: article === "no_answer" || picture === "no_answer",
  };
}

const NOTHING = { facts: null, article: null, picture: null, attribution: [] };

/**
 * Returns the reference of the OpenStreetMap object: the one in the request, else the object with that name at those
 * coordinates.
 */
async function objectAt(ctx: Ctx, { ref, name, lat, lng }: PlaceAboutQuery): Promise<string | null> {
  if (ref !== undefined && OBJECT.test(ref)) return ref;
  if (name === undefined) return null;
  const found = await remotePlaces()?.search({
    text: name,
    near: { lat, lng },
    limit: 10,
    locale: requestLocale(ctx.headers),
    // The agent looks up several places at once, so each of its requests is another `asker`.
    asker: `about ${ctx.via === "agent" ? `${name} for the agent` : "a place"}, ${ctx.viewer.userId}`,
  });
  const here = (found ?? []).filter(
    (place) => foldText(place.name) === foldText(name) && distanceMeters(place, { lat, lng }) <= SAME_M,
  );
  return here.find(({ placeRef }) => OBJECT.test(placeRef))?.placeRef ?? null;
}

async function factsOf(tags: Tags, { lat, lng, from, to }: PlaceAboutQuery): Promise<PlaceFacts> {
  const text = tags["opening_hours"];
  if (text === undefined || from === undefined || to === undefined) return { ...factsIn(tags), hours: null };
  const hours = await openDaysAt(text, { lat, lng }, from, to);
  return { ...factsIn(tags), hours: hours && { text, ...hours } };
}

function pictureOf(found: CommonsPicture | null, tripId: string, ref: string): PlacePicture | null {
  if (!found) return null;
  const { address: _, ...told } = found;
  const path = placesApi.picture.path.replace("{tripId}", tripId);
  return { ...told, path: `${path}?${new URLSearchParams({ ref })}` };
}

function answered<T>(answer: T | "no_answer"): T | null {
  return answer === "no_answer" ? null : answer;
}
