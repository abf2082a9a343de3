import * as z from "zod";
import type { StreetImageKind } from "#lib/shared/street-view.ts";
import { ProviderFailure } from "./provider-failure.ts";
import type { ProviderImage } from "./provider.ts";

/* Reads the provider's answers. A field that is missing or invalid counts as unknown; only the id and the position
   are required. */

function orNull<S extends z.ZodType>(schema: S) {
  return schema.nullable().catch(null);
}

const Place = z.object({
  coordinates: z.tuple([z.number().min(-180).max(180), z.number().min(-90).max(90)], z.number()),
});
const Kind = { is_pano: orNull(z.boolean()), camera_type: orNull(z.string()) };
const Pixels = orNull(z.int().positive());
const Angle = orNull(z.number());

const Image = z.object({
  ...Kind,
  id: z.string().regex(/^[\w-]{1,64}$/),
  geometry: orNull(Place),
  computed_geometry: orNull(Place),
  captured_at: orNull(z.number().positive().max(Date.UTC(3000, 0))),
  compass_angle: Angle,
  computed_compass_angle: Angle,
  creator: orNull(z.object({ username: z.string() })),
  quality_score: orNull(z.number()),
  width: Pixels,
  height: Pixels,
});
export type ImageFields = z.infer<typeof Image>;

/** Wraps a schema so that an invalid answer becomes a ProviderFailure. */
function orInvalid<S extends z.ZodType>(schema: S): { parse(answer: unknown): z.output<S> } {
  return {
    parse(answer) {
      const parsed = schema.safeParse(answer);
      if (!parsed.success) throw new ProviderFailure("invalid", { status: 200 });
      return parsed.data;
    },
  };
}

export const SearchAnswer = orInvalid(z.object({ data: z.array(Image.nullable().catch(null)) }));
export const SingleImage = orInvalid(Image);
const Address = orNull(z.string().max(4000));
export const MediaAnswer = orInvalid(z.object({ ...Kind, thumb_1024_url: Address, thumb_2048_url: Address }));

export function imageKindOf(fields: Pick<ImageFields, "is_pano" | "camera_type">): StreetImageKind {
  const isPanorama = fields.is_pano ?? fields.camera_type === "spherical";
  return isPanorama ? "panorama" : "flat";
}

/**
 * Converts a photo; null when its position is unknown. The position that the provider computed is better than the
 * camera's.
 */
export function toImage(fields: ImageFields | null): ProviderImage | null {
  const place = fields?.computed_geometry ?? fields?.geometry;
  if (!fields || !place) return null;
  const [lng, lat] = place.coordinates;
  return {
    id: fields.id,
    kind: imageKindOf(fields),
    lat,
    lng,
    heading: headingOf(fields.computed_compass_angle ?? fields.compass_angle),
    capturedAt: fields.captured_at,
    width: fields.width,
    height: fields.height,
    creator: nameOf(fields.creator?.username),
    quality: fields.quality_score,
  };
}

/** Rounds an angle to a tenth of a degree, from 0 to below 360. */
function headingOf(angle: number | null): number | null {
  if (angle === null) return null;
  const tenths = Math.round(angle * 10) % 3600;
  return (tenths < 0 ? tenths + 3600 : tenths + 0) / 10;
}

/** Cleans a user name to one line, because it is shown within a sentence. */
function nameOf(username: string | undefined): string | null {
  const name = username
    ?.toWellFormed()
    .replaceAll(/[\p{C}\p{Zl}\p{Zp}]/gu, "")
    .trim();
  return name ? Array.from(name).slice(0, 100).join("") : null;
}

const Refusal = z.object({
  error: z.object({ message: z.string().catch(""), code: z.number().optional().catch(undefined) }),
});
const BUSY = new Set([429, 500, 502, 503, 504]);
const TOO_DENSE = /reduce the amount of data/i;
const CODES = { rateLimit: 4, token: 190, noSuchObject: 100 };

/**
 * Returns the meaning of a status other than 200. Too many photos in a cell cause a 500, too, so the message is
 * examined first; a rate limit causes a 403.
 */
export function readRefusal(
  status: number,
  answer: unknown,
  retryAfter: string | string[] | undefined,
): ProviderFailure {
  const { error } = Refusal.safeParse(answer).data ?? {};
  const code = error?.code;
  const told = { status, code, retryAfterMs: readSeconds(retryAfter) };
  if (error && TOO_DENSE.test(error.message)) return new ProviderFailure("density", told);
  if (status === 403 && code === CODES.rateLimit) return new ProviderFailure("rate_limit", told);
  if (status === 401 || status === 403 || code === CODES.token) return new ProviderFailure("refused", told);
  if (BUSY.has(status)) return new ProviderFailure("busy", told);
  const isAbsent = status === 404 || status === 410 || (status === 400 && code === CODES.noSuchObject);
  return new ProviderFailure(isAbsent ? "absent" : "invalid", told);
}

/** Reads `Retry-After`, which contains seconds or a date. */
function readSeconds(header: string | string[] | undefined): number | undefined {
  if (typeof header !== "string") return undefined;
  if (/^\d{1,6}$/.test(header)) return Number(header) * 1000;
  const at = Date.parse(header);
  return Number.isNaN(at) ? undefined : Math.max(0, at - Date.now());
}
