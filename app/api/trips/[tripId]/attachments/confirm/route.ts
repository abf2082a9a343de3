import { confirmUpload } from "#lib/server/attachments/send-directly.ts";
import { resource, route } from "#lib/server/http/route.ts";
import { attachmentsApi } from "#lib/shared/api/attachments.ts";

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = resource(
  route(attachmentsApi.confirm, ({ ctx, params, body }) => confirmUpload(ctx, params.tripId, body)),
);
