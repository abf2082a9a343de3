import { createHash, randomBytes } from "node:crypto";

export const ATTACHMENTS = "attachments";
/** The folder of files that browsers have uploaded to the bucket directly, until they are confirmed. */
export const INCOMING_FOLDER = "incoming";

/** Makes an object key that nobody can guess; it reveals nothing about the file and is never used twice. */
export function newObjectKey(tripId: string): string {
  return `${folderOfTrip(tripId)}/${randomBytes(32).toString("base64url")}`;
}

/** Returns the folder of all files that the trip ever had. */
export function folderOfTrip(tripId: string): string {
  return `${ATTACHMENTS}/${tripId}`;
}

/**
 * Returns the key to which one user uploads one file. A confirmed file is copied from there, so a second upload changes
 * no attachment.
 */
export function incomingKey(tripId: string, userId: string, id: string): string {
  const name = createHash("sha256").update(`${userId}/${id}`).digest("base64url");
  return `${INCOMING_FOLDER}/${tripId}/${name}`;
}
