import { onlyMethod } from "#lib/server/http/only-method.ts";
import { exchangeMobileCode } from "#lib/server/mobile-auth/exchange.ts";

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = onlyMethod("POST", exchangeMobileCode);
