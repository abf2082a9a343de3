import { createHash, randomBytes } from "node:crypto";

export const ATTACHMENTS = "attachments";
/** What browsers have sent to the bucket by themselves, until it is confirmed. */
export const INCOMING = "incoming";

/** Says nothing of what it holds, is never used twice, and nobody can guess it. */
export function newObjectKey(tripId: string): string {
  return `${folderOf(tripId)}/${randomBytes(32).toString("base64url")}`;
}

/** Of all files that a trip ever had. */
export function folderOf(tripId: string): string {
  return `${ATTACHMENTS}/${tripId}`;
}

/** Where one person sends one file: what is confirmed is copied from here, so sending again changes no file. */
export function incomingKey(tripId: string, userId: string, id: string): string {
  const name = createHash("sha256").update(`${userId}/${id}`).digest("base64url");
  return `${INCOMING}/${tripId}/${name}`;
}
