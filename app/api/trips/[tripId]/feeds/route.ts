import { createFeed, listFeeds } from "#lib/server/feeds/feeds.ts";
import { resource, route } from "#lib/server/http/route.ts";
import { feedsApi } from "#lib/shared/api/feeds.ts";

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = resource(
  route(feedsApi.list, ({ ctx, params }) => listFeeds(ctx, params.tripId)),
  route(feedsApi.create, ({ ctx, params, body }) => createFeed(ctx, params.tripId, body)),
);
