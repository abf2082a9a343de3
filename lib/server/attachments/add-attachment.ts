import { createHash } from "node:crypto";
import { selectAttachment } from "#db/queries/attachments.ts";
import { attachmentsApi } from "#lib/shared/api/attachments.ts";
import type { AttachmentDto, AttachmentTarget } from "#lib/shared/attachments.ts";
import { roleAtLeast } from "#lib/shared/roles.ts";
import { refusalOfStranger, requireAccess, requireRole } from "../access/access.ts";
import { requireWithinLimit } from "../auth/rate-limit.ts";
import type { Ctx } from "../context.ts";
import { createOnce, type CreationRequest, wasSentBefore } from "../writes/creation.ts";
import { replayIfAnswered } from "../writes/idempotency.ts";
import type { ObjectStore } from "../storage/object-store.ts";
import { objectStore } from "../storage/storage.ts";
import { requireFittingExtension } from "./file-name.ts";
import { inspectFile } from "./inspect-file.ts";
import { requireUploadAllowed } from "./upload-target.ts";
import { storeFile } from "./store-file.ts";

/** The limit of uploads by IP address; it is enough for all files of a trip several times. */
const UPLOADS = { windowSeconds: 60 * 60, max: 300 };

export async function requireUploadsLeft(ctx: Ctx): Promise<void> {
  await requireWithinLimit(ctx.headers, attachmentsApi.upload.path, UPLOADS, { subject: ctx.viewer.userId });
}

/**
 * Checks that the caller may upload a file, before any byte of it is read. A repeated upload is answered whatever role
 * the caller has now.
 * @throws AppError NOT_FOUND, DEMO_READ_ONLY, FORBIDDEN, RATE_LIMITED
 */
export async function admitUpload(
  ctx: Ctx,
  tripId: string,
  { id }: { id?: string | undefined },
): Promise<void> {
  await requireUploadsLeft(ctx);
  const { role, memberId } = await requireAccess(ctx, tripId, "guest");
  if (memberId === null) throw await refusalOfStranger(ctx, ctx.db, tripId);
  if (!roleAtLeast(role, "editor") && !(await wasSentBefore(ctx, id))) requireRole(role, "editor");
}

interface Given {
  id?: string | undefined;
  target: AttachmentTarget;
  name: string;
}

/**
 * Adds an attachment from the request's file. No byte is stored before all other checks have passed.
 * @throws AppError UNSUPPORTED_MEDIA_TYPE, VALIDATION_FAILED, LIMIT_REACHED
 */
export async function addAttachment(
  ctx: Ctx,
  tripId: string,
  given: Given,
  file: Uint8Array,
  store: ObjectStore = objectStore(),
): Promise<AttachmentDto> {
  const { target, name } = given;
  const digest = createHash("sha256").update(file).digest("base64url");
  const input = { ...given, digest };
  const creation: CreationRequest = { kind: "attachment", tripId, input };
  await replayIfAnswered(ctx, tripId);
  return createOnce(
    ctx,
    creation,
    async (id, claim) => {
      await requireUploadAllowed(ctx, tripId, target);
      const contentType = await inspectFile(file);
      requireFittingExtension(name, contentType, "query.name");
      return storeFile(ctx, tripId, { target, name, contentType, bytes: file }, { id, claim, store });
    },
    (id) => findAttachment(ctx, tripId, id),
  );
}

export async function findAttachment(
  ctx: Ctx,
  tripId: string,
  id: string,
): Promise<AttachmentDto | undefined> {
  return (await selectAttachment(ctx.db, { tripId, id }))[0]?.attachment;
}
