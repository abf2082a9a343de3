import { expect } from "vitest";
import { coversApi } from "#lib/shared/api/covers.ts";
import { TripCover } from "#lib/shared/covers.ts";
import type { TripDto } from "#lib/shared/trips.ts";
import { newAttachment } from "#tests/factories/bookings.ts";
import type { Person } from "#tests/factories/people.ts";
import { patchTrip } from "#tests/factories/trips.ts";
import { handlerFetch, send } from "./handlers.ts";
import { newPicture } from "./pictures.ts";
import type { usePlaceFacts } from "./place-facts.ts";

type Lore = Awaited<ReturnType<typeof usePlaceFacts>>;

let lastPlace = 0;
/** Registers a town that has a picture. Each call makes a different town, because the service caches answers. */
export function newTown(lore: Lore) {
  lastPlace += 1;
  const [name, entity] = [`Town ${lastPlace}`, `Q${1000 + lastPlace}`];
  lore.entities.set(entity, { sites: {}, picture: `${name}.jpg` });
  lore.licences.set(`${name}.jpg`, "CC BY-SA 4.0");
  return { name, entity, lat: 43.73 + lastPlace / 10, lng: 7.42 };
}

/** Registers a destination whose article has a picture. */
export function newDestination(lore: Lore) {
  const { entity, ...destination } = newTown(lore);
  lore.articles.set(`en/${destination.name}`, { ...destination, entity });
  return destination;
}

export async function coverOf(by: Person, tripId: string): Promise<TripCover> {
  const sent = await send(coversApi.get, { params: { tripId }, token: by.token });
  expect(sent).toMatchObject({ status: 200 });
  return TripCover.parse(sent.body);
}

export function readPicture(by: Person | null, { picture }: TripCover): Promise<Response> {
  const headers = new Headers(by ? { authorization: `Bearer ${by.token}` } : undefined);
  return handlerFetch(`http://localhost:3000${picture?.path}`, { headers });
}

export function keyOf({ picture }: TripCover): string {
  return new URL(picture?.path ?? "", "http://localhost").searchParams.get("key") ?? "";
}

/** Uploads a picture of the trip and makes it the cover. */
export async function giveCover(
  by: Person,
  { id }: TripDto,
  bytes?: Uint8Array<ArrayBuffer>,
  name = "us.png",
) {
  const own = { name, bytes: bytes ?? (await newPicture()) };
  const file = await newAttachment(by, id, { target: { kind: "trip", id }, ...own });
  await patchTrip(by, id, { cover: { kind: "file", id: file.id } });
  return file;
}
