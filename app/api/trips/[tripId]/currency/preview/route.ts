import { resource, route } from "#lib/server/http/route.ts";
import { previewCurrency } from "#lib/server/money/preview-currency.ts";
import { moneyApi } from "#lib/shared/api/money.ts";

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = resource(
  route(moneyApi.previewCurrency, ({ ctx, params, body }) => previewCurrency(ctx, params.tripId, body)),
);
