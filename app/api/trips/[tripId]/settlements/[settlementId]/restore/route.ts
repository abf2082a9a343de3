import { resource, writeRoute } from "#lib/server/http/route.ts";
import { restoreSettlement } from "#lib/server/settlements/edit-settlement.ts";
import { settlementsApi } from "#lib/shared/api/settlements.ts";

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = resource(
  writeRoute(settlementsApi.restore, ({ ctx, params }) =>
    restoreSettlement(ctx, params.tripId, params.settlementId),
  ),
);
