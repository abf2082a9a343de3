import { resource } from "#lib/server/http/route.ts";
import { serviceApi } from "#lib/shared/api/service.ts";

/** Bare on purpose: it is what the bench holds every other route against. */
async function alive(): Promise<Response> {
  return Response.json({ ok: true }, { headers: { "cache-control": "private, no-store" } });
}

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = resource({
  endpoint: serviceApi.ping,
  handle: alive,
});
