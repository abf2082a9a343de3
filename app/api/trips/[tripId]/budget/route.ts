import { resource, route } from "#lib/server/http/route.ts";
import { getBudget } from "#lib/server/money/budget.ts";
import { setBudget } from "#lib/server/money/set-budget.ts";
import { moneyApi } from "#lib/shared/api/money.ts";

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = resource(
  route(moneyApi.budget, ({ ctx, params }) => getBudget(ctx, params.tripId)),
  route(moneyApi.setBudget, ({ ctx, params, body }) => setBudget(ctx, params.tripId, body)),
);
