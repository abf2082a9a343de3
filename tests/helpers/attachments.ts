import { folderOfTrip } from "#lib/server/attachments/object-keys.ts";
import { objectStore } from "#lib/server/storage/storage.ts";
import { attachmentsApi } from "#lib/shared/api/attachments.ts";
import type { Person } from "#tests/factories/people.ts";
import { handlerFetch } from "./handlers.ts";
import { keysIn } from "./objects.ts";

/** Returns the keys of all stored objects of a trip's attachments. */
export function filesOf(tripId: string): Promise<string[]> {
  return keysIn(objectStore(), folderOfTrip(tripId));
}

/** Requests an attachment as a client does; the caller reads the body. */
export function getFile(
  { token }: Person,
  { tripId, attachmentId }: { tripId: string; attachmentId: string },
  headers: Record<string, string> = {},
  method = "GET",
): Promise<Response> {
  const path = attachmentsApi.read.path.replace("{tripId}", tripId).replace("{attachmentId}", attachmentId);
  return handlerFetch(path, { method, headers: { ...headers, authorization: `Bearer ${token}` } });
}
