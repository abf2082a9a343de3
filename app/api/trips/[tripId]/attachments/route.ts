import { addAttachment, admitUpload } from "#lib/server/attachments/add-attachment.ts";
import { listAttachments } from "#lib/server/attachments/read-attachment.ts";
import { resource, route } from "#lib/server/http/route.ts";
import { attachmentsApi } from "#lib/shared/api/attachments.ts";

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = resource(
  route(attachmentsApi.list, ({ ctx, params }) => listAttachments(ctx, params.tripId)),
  route(
    attachmentsApi.upload,
    ({ ctx, params, query, file }) => addAttachment(ctx, params.tripId, query, file),
    ({ ctx, params, query }) => admitUpload(ctx, params.tripId, query),
  ),
);
