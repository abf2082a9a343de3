import { resource, writeRoute } from "#lib/server/http/route.ts";
import { addItems } from "#lib/server/items/add-item.ts";
import { itemsApi } from "#lib/shared/api/items.ts";

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = resource(
  writeRoute(itemsApi.createMany, ({ ctx, params, body }) => addItems(ctx, params.tripId, body.items)),
);
