import { env } from "#lib/server/env.ts";
import { resource } from "#lib/server/http/route.ts";
import { dataHeaders } from "#lib/server/http/security-headers.ts";
import { serviceApi } from "#lib/shared/api/service.ts";

/** Bare but for the headers of all: it is what the bench holds every other route against. */
async function alive(): Promise<Response> {
  const headers = { "cache-control": "private, no-store", ...dataHeaders(env()) };
  return Response.json({ ok: true }, { headers });
}

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = resource({
  endpoint: serviceApi.ping,
  handle: alive,
});
