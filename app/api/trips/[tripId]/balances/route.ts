import { resource, route } from "#lib/server/http/route.ts";
import { getBalances } from "#lib/server/money/balances.ts";
import { moneyApi } from "#lib/shared/api/money.ts";

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = resource(
  route(moneyApi.balances, ({ ctx, params }) => getBalances(ctx, params.tripId)),
);
