import { resource, route } from "#lib/server/http/route.ts";
import { deleteSettlement, updateSettlement } from "#lib/server/settlements/edit-settlement.ts";
import { settlementsApi } from "#lib/shared/api/settlements.ts";

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = resource(
  route(settlementsApi.update, ({ ctx, params, body }) =>
    updateSettlement(ctx, params.tripId, params.settlementId, body),
  ),
  route(settlementsApi.delete, ({ ctx, params }) =>
    deleteSettlement(ctx, params.tripId, params.settlementId),
  ),
);
