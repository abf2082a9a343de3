import { beginUpload } from "#lib/server/attachments/send-directly.ts";
import { resource, route } from "#lib/server/http/route.ts";
import { attachmentsApi } from "#lib/shared/api/attachments.ts";

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = resource(
  route(attachmentsApi.begin, ({ ctx, params, body }) => beginUpload(ctx, params.tripId, body)),
);
