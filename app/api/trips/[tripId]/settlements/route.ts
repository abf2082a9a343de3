import { resource, route, writeRoute } from "#lib/server/http/route.ts";
import { addSettlement } from "#lib/server/settlements/add-settlement.ts";
import { listSettlements } from "#lib/server/settlements/list-settlements.ts";
import { settlementsApi } from "#lib/shared/api/settlements.ts";

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = resource(
  route(settlementsApi.list, ({ ctx, params }) => listSettlements(ctx, params.tripId)),
  writeRoute(settlementsApi.create, ({ ctx, params, body }) => addSettlement(ctx, params.tripId, body)),
);
