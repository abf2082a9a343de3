import { env } from "#lib/server/env/env.ts";
import { resource } from "#lib/server/http/route.ts";
import { dataHeaders } from "#lib/server/http/security-headers.ts";
import { serviceApi } from "#lib/shared/api/service.ts";

/**
 * The smallest possible answer, with only the headers that all answers have. Benchmarks compare every other route with
 * it.
 */
async function alive(): Promise<Response> {
  const headers = { "cache-control": "private, no-store", ...dataHeaders(env()) };
  return Response.json({ ok: true }, { headers });
}

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = resource({
  endpoint: serviceApi.ping,
  handle: alive,
});
