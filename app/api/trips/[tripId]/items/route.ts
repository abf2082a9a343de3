import { resource, route, writeRoute } from "#lib/server/http/route.ts";
import { addItem } from "#lib/server/items/add-item.ts";
import { listItems } from "#lib/server/items/list-items.ts";
import { itemsApi } from "#lib/shared/api/items.ts";

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = resource(
  route(itemsApi.list, ({ ctx, params }) => listItems(ctx, params.tripId)),
  writeRoute(itemsApi.create, ({ ctx, params, body }) => addItem(ctx, params.tripId, body)),
);
