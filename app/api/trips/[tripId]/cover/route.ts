import { readCover } from "#lib/server/covers/read-cover.ts";
import { resource, route } from "#lib/server/http/route.ts";
import { coversApi } from "#lib/shared/api/covers.ts";

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = resource(
  route(coversApi.get, ({ ctx, params }) => readCover(ctx, params.tripId)),
);
