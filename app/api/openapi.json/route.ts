import { publicRoute, resource } from "#lib/server/http/route.ts";
import { buildOpenApi } from "#lib/server/http/openapi.ts";
import { serviceApi } from "#lib/shared/api/service.ts";

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = resource(
  publicRoute(serviceApi.openapi, async () => ({ body: { ...buildOpenApi() } })),
);
