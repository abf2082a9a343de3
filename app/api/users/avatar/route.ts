import { connectAccountEvents } from "#lib/server/account/account-events.ts";
import { removeAvatar, requireWithinAvatarLimit, uploadAvatar } from "#lib/server/avatar/avatar.ts";
import { resource, route } from "#lib/server/http/route.ts";
import { avatarApi } from "#lib/shared/api/avatar.ts";

// Connects the events of accounts. Otherwise other members would not see the new picture when nobody has signed in
// since this process started.
connectAccountEvents();

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = resource(
  route(
    avatarApi.upload,
    ({ ctx, file }) => uploadAvatar(ctx, file),
    ({ ctx }) => requireWithinAvatarLimit(ctx),
  ),
  route(avatarApi.remove, ({ ctx }) => removeAvatar(ctx)),
);
