import { openAttachment } from "#lib/server/attachments/read-attachment.ts";
import { privateFile } from "#lib/server/http/download.ts";
import { resource } from "#lib/server/http/route.ts";
import { attachmentsApi } from "#lib/shared/api/attachments.ts";

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = resource(
  privateFile(attachmentsApi.read, ({ ctx, params }) => openAttachment(ctx, params)),
);
