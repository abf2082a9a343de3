import { connectAccountEvents } from "#lib/server/account/account-events.ts";
import { handleAuth } from "#lib/server/auth/handler.ts";
import { preflight } from "#lib/server/http/cors.ts";

connectAccountEvents();

export const GET = handleAuth;
export const POST = handleAuth;
export const PUT = handleAuth;
export const PATCH = handleAuth;
export const DELETE = handleAuth;
export const OPTIONS = preflight;
