import { checkHealth } from "#lib/server/health.ts";
import { publicRoute, resource } from "#lib/server/http/route.ts";
import { serviceApi } from "#lib/shared/api/service.ts";

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = resource(
  publicRoute(serviceApi.health, async () => {
    const body = await checkHealth();
    return { body, status: body.status === "ok" ? 200 : 503 };
  }),
);
