import { restoreAttachment } from "#lib/server/attachments/edit-attachment.ts";
import { resource, route } from "#lib/server/http/route.ts";
import { attachmentsApi } from "#lib/shared/api/attachments.ts";

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = resource(
  route(attachmentsApi.restore, ({ ctx, params }) =>
    restoreAttachment(ctx, params.tripId, params.attachmentId),
  ),
);
