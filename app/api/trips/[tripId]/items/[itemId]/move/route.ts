import { resource, writeRoute } from "#lib/server/http/route.ts";
import { moveItem } from "#lib/server/items/move-item.ts";
import { itemsApi } from "#lib/shared/api/items.ts";

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = resource(
  writeRoute(itemsApi.move, ({ ctx, params, body }) => moveItem(ctx, params.tripId, params.itemId, body)),
);
