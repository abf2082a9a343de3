import { createHash } from "node:crypto";
import type { CoverRow } from "#db/queries/covers.ts";
import type { CoverCredit } from "#lib/shared/covers.ts";
import { AppError, notFound } from "#lib/shared/errors.ts";
import type { PrivatePicture } from "../http/picture.ts";
import { linksOfTags } from "../places/about/article.ts";
import { type CommonsPicture, commonsPicture } from "../places/about/commons-picture.ts";
import { fetchCommonsPicture } from "../places/about/place-picture.ts";
import { findMapObject } from "../places/map-object.ts";
import { objectStore } from "../storage/storage.ts";
import { destinationPicture } from "./destination-picture.ts";
import { smallPicture } from "./small-picture.ts";

/** How long a picture may be cached. The time is long because its URL contains its key, which no other picture has. */
const WEEK_SECONDS = 7 * 24 * 60 * 60;

export interface CoverPicture {
  /** The key identifies the picture and reveals nothing else. */
  key: string;
  credit: CoverCredit | null;
  read(signal: AbortSignal): Promise<Omit<PrivatePicture, "maxAgeSeconds">>;
}

/** Returns the chosen picture, or else the destination's; null: the cover is the map. */
export async function coverPictureOf(row: CoverRow): Promise<CoverPicture | null | "no_answer"> {
  switch (row.cover?.kind) {
    case "map":
      return null;
    case "file":
      return row.objectKey === null ? ofDestination(row) : ownPicture(row.objectKey);
    case "stop":
      return (await ofStop(row)) ?? ofDestination(row);
    case undefined:
      return ofDestination(row);
    default:
      return row.cover satisfies never;
  }
}

async function ofDestination({ destination }: CoverRow): Promise<CoverPicture | null | "no_answer"> {
  return destination && fromCommons(await destinationPicture(destination));
}

/** Returns the picture of a stop's place; null: the stop was deleted, or no picture of its place is known. */
async function ofStop({ placeRef }: CoverRow): Promise<CoverPicture | null | "no_answer"> {
  return placeRef === null ? null : fromCommons(await pictureOfObject(placeRef));
}

async function pictureOfObject(ref: string): Promise<CommonsPicture | null | "no_answer"> {
  const found = await findMapObject(ref);
  if (found === "no_answer") return found;
  const links = found === "nothing" ? null : await linksOfTags(found.tags);
  if (links === "no_answer") return links;
  return links?.picture ? commonsPicture(links.picture) : null;
}

function fromCommons(found: CommonsPicture | null | "no_answer"): CoverPicture | null | "no_answer" {
  if (found === null || found === "no_answer") return found;
  const { address, author, licence, url } = found;
  return {
    key: keyOf(address),
    credit: { author, licence, url },
    read: (signal) => fetchCommonsPicture(address, signal),
  };
}

function ownPicture(objectKey: string): CoverPicture {
  return {
    key: keyOf(objectKey),
    credit: null,
    read: () => smallPicture(objectKey, () => bytesOf(objectKey)),
  };
}

async function bytesOf(objectKey: string): Promise<Uint8Array> {
  const object = await objectStore().read(objectKey);
  if (!object) throw notFound("picture");
  return new Uint8Array(await new Response(object.body).arrayBuffer());
}

function keyOf(source: string): string {
  return createHash("sha256").update(source).digest("base64url").slice(0, 16);
}

/**
 * Returns the bytes of the picture with the key that a page has; a picture that has replaced it counts as another one.
 * @throws AppError NOT_FOUND, UNAVAILABLE
 */
export async function openCoverPicture(
  row: CoverRow | undefined,
  key: string,
  signal: AbortSignal,
): Promise<PrivatePicture> {
  const picture = row ? await coverPictureOf(row) : null;
  if (picture === "no_answer") {
    throw new AppError("UNAVAILABLE", "The picture cannot be had right now. Try again in a minute.");
  }
  if (picture?.key !== key) throw notFound("picture");
  return { ...(await picture.read(signal)), maxAgeSeconds: WEEK_SECONDS };
}
