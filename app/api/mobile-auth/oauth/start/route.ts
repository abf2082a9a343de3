import { onlyMethod } from "#lib/server/http/only-method.ts";
import { startMobileSignIn } from "#lib/server/mobile-auth/bridge.ts";

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = onlyMethod("GET", startMobileSignIn);
