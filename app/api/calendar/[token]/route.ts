import { feedRoute } from "#lib/server/feeds/feed-route.ts";
import { resource } from "#lib/server/http/route.ts";

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = resource(feedRoute);
