import { deleteAccount } from "#lib/server/account/delete-account.ts";
import { resource, route } from "#lib/server/http/route.ts";
import { accountApi } from "#lib/shared/api/account.ts";

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = resource(
  route(accountApi.delete, ({ ctx, body }) => deleteAccount(ctx, body)),
);
