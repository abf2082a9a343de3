import { resource, route } from "#lib/server/http/route.ts";
import { getRate } from "#lib/server/money/get-rate.ts";
import { moneyApi } from "#lib/shared/api/money.ts";

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = resource(
  route(moneyApi.rate, ({ ctx, params, query }) => getRate(ctx, params.tripId, query)),
);
