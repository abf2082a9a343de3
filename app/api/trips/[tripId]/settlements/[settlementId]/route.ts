import { resource, writeRoute } from "#lib/server/http/route.ts";
import { deleteSettlement, updateSettlement } from "#lib/server/settlements/edit-settlement.ts";
import { settlementsApi } from "#lib/shared/api/settlements.ts";

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = resource(
  writeRoute(settlementsApi.update, ({ ctx, params, body }) =>
    updateSettlement(ctx, params.tripId, params.settlementId, body),
  ),
  writeRoute(settlementsApi.delete, ({ ctx, params }) =>
    deleteSettlement(ctx, params.tripId, params.settlementId),
  ),
);
