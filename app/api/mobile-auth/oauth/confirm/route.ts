import { onlyMethod } from "#lib/server/http/only-method.ts";
import { confirmMobileSignIn } from "#lib/server/mobile-auth/bridge.ts";

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = onlyMethod("POST", confirmMobileSignIn);
