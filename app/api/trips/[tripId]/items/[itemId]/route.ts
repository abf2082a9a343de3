import { resource, writeRoute } from "#lib/server/http/route.ts";
import { deleteItem, updateItem } from "#lib/server/items/edit-item.ts";
import { itemsApi } from "#lib/shared/api/items.ts";

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = resource(
  writeRoute(itemsApi.update, ({ ctx, params, body }) => updateItem(ctx, params.tripId, params.itemId, body)),
  writeRoute(itemsApi.delete, ({ ctx, params }) => deleteItem(ctx, params.tripId, params.itemId)),
);
