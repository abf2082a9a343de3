import { resource, route } from "#lib/server/http/route.ts";
import { getPreferences, updatePreferences } from "#lib/server/account/preferences.ts";
import { usersApi } from "#lib/shared/api/users.ts";

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = resource(
  route(usersApi.getPreferences, ({ ctx }) => getPreferences(ctx)),
  route(usersApi.updatePreferences, ({ ctx, body }) => updatePreferences(ctx, body)),
);
