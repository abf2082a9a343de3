import * as z from "zod";
import type { StreetImageKind } from "#lib/shared/street-view.ts";
import { ProviderFailure } from "./provider-failure.ts";
import type { ProviderImage } from "./provider.ts";

/* What the provider's answers say. A field that is missing or strange is not known; only id and place must be there. */

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

/** An answer of another shape says nothing that could be used. */
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

export function kindOf(fields: Pick<ImageFields, "is_pano" | "camera_type">): StreetImageKind {
  const isPanorama = fields.is_pano ?? fields.camera_type === "spherical";
  return isPanorama ? "panorama" : "flat";
}

/** null for one whose place nobody knows. The provider's own reckoning is better than the camera's. */
export function toImage(fields: ImageFields | null): ProviderImage | null {
  const place = fields?.computed_geometry ?? fields?.geometry;
  if (!fields || !place) return null;
  const [lng, lat] = place.coordinates;
  return {
    id: fields.id,
    kind: kindOf(fields),
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

/** To a tenth of a degree. */
function headingOf(angle: number | null): number | null {
  if (angle === null) return null;
  const tenths = Math.round(angle * 10) % 3600;
  return (tenths < 0 ? tenths + 3600 : tenths + 0) / 10;
}

/** As one line; it is shown in the middle of a sentence. */
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
 * What another status than 200 means. Too many photos in a cell come as a 500 too, so the words are looked at first; a
 * limit of requests comes as a 403.
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

/** Of both forms that the header has. */
function readSeconds(header: string | string[] | undefined): number | undefined {
  if (typeof header !== "string") return undefined;
  if (/^\d{1,6}$/.test(header)) return Number(header) * 1000;
  const at = Date.parse(header);
  return Number.isNaN(at) ? undefined : Math.max(0, at - Date.now());
}
