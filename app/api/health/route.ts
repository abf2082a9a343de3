import { checkHealth } from "#lib/server/health.ts";
import { currentRequest } from "#lib/server/http/request-record.ts";
import { publicRoute, resource } from "#lib/server/http/route.ts";
import { serviceApi } from "#lib/shared/api/service.ts";

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = resource(
  publicRoute(serviceApi.health, async () => {
    const health = await checkHealth();
    if (health.status === "ok") return { body: health, status: 200 };
    // The refusal has the form of an API error; the states of the service's parts stay in the fields where clients
    // expect them.
    const refusal = {
      code: "UNAVAILABLE",
      message: "Send requests elsewhere for now: a part of the service is not well, or it is stopping.",
      requestId: currentRequest()?.id ?? "",
    };
    return { body: { ...refusal, ...health }, status: 503 };
  }),
);
