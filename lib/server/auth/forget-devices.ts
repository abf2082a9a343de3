import type { BetterAuthPlugin, GenericEndpointContext } from "better-auth";
import { createAuthMiddleware, isAPIError } from "better-auth/api";
import * as z from "zod";
import { forgetTrustedDevices } from "#db/queries/trusted-devices.ts";
import { freshDatabase } from "#lib/server/process/database.ts";
import { requestScope } from "./request-scope.ts";

/** Paths that a user calls when others may control the account, or that change whose account it is. */
const PATHS = new Set([
  "/change-password",
  "/reset-password",
  "/email-otp/reset-password",
  "/email-otp/change-email",
  "/verify-email",
  "/revoke-sessions",
]);

const Named = z.object({ email: z.string() });

/**
 * Makes everything invalid that was issued before a change of password or address: links to set a password, sign-ins
 * that wait for the second factor, and devices that may skip it.
 */
export function forgetDevicesPlugin(): BetterAuthPlugin {
  return {
    id: "forgetting-devices",
    hooks: {
      after: [
        {
          matcher: ({ path }) => PATHS.has(path ?? ""),
          handler: createAuthMiddleware(async (context) => {
            const { returned } = context.context;
            if (isAPIError(returned) && returned.status !== "FOUND") return;
            const userId = await whose(context);
            if (userId !== undefined) await forgetTrustedDevices(freshDatabase(), { userId });
          }),
        },
      ],
    },
  };
}

async function whose(context: GenericEndpointContext): Promise<string | undefined> {
  const { session, internalAdapter } = context.context;
  if (context.path === "/reset-password") return requestScope()?.resetUserId;
  if (context.path !== "/email-otp/reset-password") return session?.user.id;
  const { email } = Named.safeParse(context.body).data ?? {};
  const found = email === undefined ? null : await internalAdapter.findUserByEmail(email.toLowerCase());
  return found?.user.id;
}
