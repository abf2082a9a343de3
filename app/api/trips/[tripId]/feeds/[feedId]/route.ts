import { revokeFeed } from "#lib/server/feeds/feeds.ts";
import { resource, route } from "#lib/server/http/route.ts";
import { feedsApi } from "#lib/shared/api/feeds.ts";

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = resource(
  route(feedsApi.revoke, ({ ctx, params }) => revokeFeed(ctx, params.tripId, params.feedId)),
);
