import { resource, route } from "#lib/server/http/route.ts";
import { getSettleUp } from "#lib/server/money/settle-up.ts";
import { moneyApi } from "#lib/shared/api/money.ts";

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = resource(
  route(moneyApi.settleUp, ({ ctx, params, query }) => getSettleUp(ctx, params.tripId, query.by)),
);
