import { resource, writeRoute } from "#lib/server/http/route.ts";
import { restoreItem } from "#lib/server/items/edit-item.ts";
import { itemsApi } from "#lib/shared/api/items.ts";

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = resource(
  writeRoute(itemsApi.restore, ({ ctx, params }) => restoreItem(ctx, params.tripId, params.itemId)),
);
