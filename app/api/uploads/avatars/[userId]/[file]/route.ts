import { findAvatar } from "#lib/server/avatar/avatar.ts";
import { publicFile } from "#lib/server/http/download.ts";
import { resource } from "#lib/server/http/route.ts";
import { avatarApi } from "#lib/shared/api/avatar.ts";

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = resource(
  publicFile(avatarApi.read, (params) => findAvatar(params)),
);
