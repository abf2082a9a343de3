import { listRoutes } from "#lib/server/lists/list-routes.ts";

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = listRoutes("link").move;
