import { call } from "#lib/client/base/api.ts";
import { awaitDeferredWork } from "#lib/server/http/defer.ts";
import { objectStore } from "#lib/server/storage/storage.ts";
import { avatarApi } from "#lib/shared/api/avatar.ts";
import type { Person } from "#tests/factories/people.ts";
import { as } from "#tests/factories/trips.ts";
import { userRow } from "./auth-rows.ts";
import { handlerFetch, send, type RawAnswer } from "./handlers.ts";
import { keysIn } from "./objects.ts";
import { newPicture } from "./pictures.ts";

/**
 * Uploads a picture as the clients do, and waits until the previous picture is deleted.
 * @returns the picture's address
 */
export async function uploadPicture(person: Person): Promise<string> {
  const { data } = await call(avatarApi.upload, { file: new Blob([await newPicture()]) }, as(person));
  await awaitDeferredWork();
  return data.image;
}

export function sendForm(
  { token }: Person,
  form: FormData,
  headers: Record<string, string> = {},
): Promise<RawAnswer> {
  return send(avatarApi.upload, { token, form, headers });
}

export function getPicture(
  image: string,
  headers: Record<string, string> = {},
  method = "GET",
): Promise<Response> {
  return handlerFetch(image, { headers, method });
}

/** Returns the picture's address in the user's row. */
export async function imageOf({ email }: Person): Promise<string | null | undefined> {
  return (await userRow(email))?.image;
}

/** Returns the keys of all stored objects of a user's pictures. */
export function objectsOf({ userId }: Person): Promise<string[]> {
  return keysIn(objectStore(), `avatars/${userId}`);
}

export function keyOf(image: string): string {
  return new URL(image).pathname.replace("/api/uploads/", "");
}
