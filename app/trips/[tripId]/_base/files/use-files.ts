"use client";

import { useTranslations } from "#app/_i18n/use-translations.ts";
import { newId } from "#lib/client/base/ids.ts";
import { useTrip } from "#lib/client/open-trip/trip-context.tsx";
import { MAX_ATTACHMENT_BYTES, MAX_ATTACHMENTS } from "#lib/shared/attachment-limits.ts";
import type { AttachmentDto, AttachmentTarget } from "#lib/shared/attachments.ts";
import { announce } from "../announcer.tsx";
import { useUndoToast, useWrites } from "../writes.tsx";
import { sanitizeFileName, fileType } from "./file-facts.ts";
import { refuseUpload, startUpload, type Upload, useUploads } from "./uploads.ts";

/** Returns the attachments and uploads of a reservation or a stop, with functions to add and remove them. */
export function useFiles(target: AttachmentTarget) {
  const t = useTranslations("trip-bookings");
  const writes = useWrites();
  const undoToast = useUndoToast();
  const trip = useTrip(({ id, attachments }) => ({ id, attachments }));
  const all = useUploads();
  const files = trip.attachments.filter((file) => file.target.id === target.id);
  const uploads = all.filter((upload) => upload.target.id === target.id);

  function add(chosen: readonly File[]): void {
    let free = MAX_ATTACHMENTS - trip.attachments.length - all.filter(isOnItsWay).length;
    for (const file of chosen) {
      const [id, name, contentType] = [newId(), sanitizeFileName(file.name), fileType(file)];
      const shown = { id, target, name };
      if (contentType === null) refuseUpload(shown, "type");
      else if (file.size === 0) refuseUpload(shown, "empty");
      else if (file.size > MAX_ATTACHMENT_BYTES) refuseUpload(shown, "large");
      else if (free <= 0) refuseUpload(shown, "full");
      else {
        free -= 1;
        startUpload({ ...shown, tripId: trip.id, contentType, file }, (called) => {
          announce(t("files.added", { name }));
          writes.addAttachment(called).catch(() => {});
        });
      }
    }
  }

  function remove({ id, name }: AttachmentDto): void {
    undoToast(t("files.removed", { name }), writes.deleteAttachment(id));
  }

  return { tripId: trip.id, files, uploads, add, remove };
}

function isOnItsWay({ problem }: Upload): boolean {
  return problem === null;
}
