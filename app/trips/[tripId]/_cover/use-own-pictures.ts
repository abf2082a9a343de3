import { useTranslations } from "#app/_i18n/use-translations.ts";
import { coverPicture } from "#lib/client/trips/cover-picture-file.ts";
import { newId } from "#lib/client/base/ids.ts";
import { useTrip } from "#lib/client/open-trip/trip-context.tsx";
import { MAX_ATTACHMENT_BYTES, MAX_ATTACHMENTS } from "#lib/shared/attachment-limits.ts";
import type { AttachmentDto } from "#lib/shared/attachments.ts";
import { sanitizeFileName, fileType, isPicture } from "../_base/files/file-facts.ts";
import { refuseUpload, startUpload, useUploads } from "../_base/files/uploads.ts";
import { announce } from "../_base/announcer.tsx";
import { useUndoToast, useWrites } from "../_base/writes.tsx";

/** Returns the pictures that can be the cover: attachments of the trip itself, oldest first. */
export function ownPictures(files: readonly AttachmentDto[]): AttachmentDto[] {
  return files.filter((file) => file.target.kind === "trip" && isPicture(file));
}

/** Returns the trip's own pictures and uploads, with functions to add and remove them. */
export function useOwnPictures(onAdded: (id: string) => void) {
  const t = useTranslations("covers.dialog");
  const writes = useWrites();
  const undoToast = useUndoToast();
  const { id: tripId, files } = useTrip(({ id, attachments }) => ({ id, files: attachments }));
  const uploads = useUploads().filter(({ target }) => target.id === tripId);

  async function add(chosen: File): Promise<void> {
    const file = await coverPicture(chosen);
    const contentType = fileType(file);
    const shown = {
      id: newId(),
      target: { kind: "trip" as const, id: tripId },
      name: sanitizeFileName(file.name),
    };
    if (contentType === null || !isPicture({ contentType })) refuseUpload(shown, "type");
    else if (file.size === 0) refuseUpload(shown, "empty");
    else if (file.size > MAX_ATTACHMENT_BYTES) refuseUpload(shown, "large");
    else if (files.length >= MAX_ATTACHMENTS) refuseUpload(shown, "full");
    else {
      startUpload({ ...shown, tripId, contentType, file }, (called) => {
        announce(t("added"));
        writes.addAttachment(called).then(
          () => onAdded(shown.id),
          () => undefined,
        );
      });
    }
  }

  function remove(id: string): void {
    undoToast(t("removed"), writes.deleteAttachment(id));
  }
  return { tripId, pictures: ownPictures(files), uploads, add, remove };
}
