import type { AttachmentDto, AttachmentIntent } from "#lib/shared/attachments.ts";
import { AppError, invalidField } from "#lib/shared/errors.ts";
import type { Ctx } from "../context.ts";
import { createOnce, type CreationRequest } from "../writes/creation.ts";
import { defer } from "../http/defer.ts";
import { replayIfAnswered } from "../writes/idempotency.ts";
import type { ObjectStore } from "../storage/object-store.ts";
import { objectStore } from "../storage/storage.ts";
import { findAttachment, requireUploadsLeft } from "./add-attachment.ts";
import { requireFittingExtension } from "./file-name.ts";
import { inspectFile } from "./inspect-file.ts";
import { incomingKey } from "./object-keys.ts";
import { requireUploadAllowed } from "./upload-target.ts";
import { storeFile } from "./store-file.ts";

/*
 * A platform such as Vercel limits the size of requests below that of files, so browsers upload files directly to the
 * bucket and then confirm the upload here.
 */

/** The lifetime of an upload form: enough for a slow connection, and shorter than the sweep's delay. */
const FORM_LASTS_MS = 15 * 60_000;

interface Way {
  url: string | null;
  fields: Record<string, string>;
  expiresAt: string | null;
}

/**
 * Returns where to upload a file: a form that is signed for its key, type and size; null where the service stores files
 * itself.
 */
export async function beginUpload(
  ctx: Ctx,
  tripId: string,
  intent: AttachmentIntent,
  store: ObjectStore = objectStore(),
): Promise<Way> {
  const { contentType, size } = intent;
  await requireUploadsLeft(ctx);
  await requireUploadAllowed(ctx, tripId, intent.target);
  requireFittingExtension(intent.name, contentType, "name");
  const key = incomingKey(tripId, ctx.viewer.userId, intent.id);
  const expiresAt = new Date(ctx.now().getTime() + FORM_LASTS_MS);
  const form = await store.formFor({ key, contentType, size, expiresAt });
  return form ? { ...form, expiresAt: expiresAt.toISOString() } : { url: null, fields: {}, expiresAt: null };
}

/**
 * Confirms an upload: the file is read, inspected like any other, and stored under a key that the uploader never knew,
 * so the form cannot change it any more. A refused file is deleted at once.
 */
export async function confirmUpload(
  ctx: Ctx,
  tripId: string,
  intent: AttachmentIntent,
  store: ObjectStore = objectStore(),
): Promise<AttachmentDto> {
  const { target, name, contentType } = intent;
  const creation: CreationRequest = { kind: "attachment", tripId, input: intent };
  const key = incomingKey(tripId, ctx.viewer.userId, intent.id);
  await replayIfAnswered(ctx, tripId);
  return createOnce(
    ctx,
    creation,
    async (id, claim) => {
      await requireUploadsLeft(ctx);
      await requireUploadAllowed(ctx, tripId, target);
      requireFittingExtension(name, contentType, "name");
      const bytes = await readIncoming(store, key, intent.size);
      const forget = () => defer(() => store.delete(key), "deleting what was sent");
      try {
        await requireType(bytes, contentType);
        const file = { target, name, contentType, bytes };
        const attachment = await storeFile(ctx, tripId, file, { id, claim, store });
        forget();
        return attachment;
      } catch (error) {
        if (isRefusal(error)) forget();
        throw error;
      }
    },
    (id) => findAttachment(ctx, tripId, id),
  );
}

/**
 * Whether the error is final. A client that is told to retry must find the uploaded file again; files that nobody
 * confirms are deleted by the sweep.
 */
function isRefusal(error: unknown): boolean {
  return error instanceof AppError && error.code !== "UNAVAILABLE";
}

async function readIncoming(store: ObjectStore, key: string, size: number): Promise<Uint8Array> {
  const object = await store.read(key);
  if (!object)
    throw invalidField("id", "The file has not arrived yet. Send it to where `begin` says, then confirm.");
  if (object.size === size) return new Uint8Array(await new Response(object.body).arrayBuffer());
  await object.body.cancel();
  throw invalidField("size", `What has arrived has ${object.size} bytes. Send the whole file again.`);
}

async function requireType(bytes: Uint8Array, contentType: string): Promise<void> {
  const found = await inspectFile(bytes);
  if (found !== contentType) throw invalidField("contentType", `By its content this file is ${found}.`);
}
