import type { BetterAuthPlugin, GenericEndpointContext } from "better-auth";
import { APIError, createAuthEndpoint, getIP } from "better-auth/api";
import { setSessionCookie } from "better-auth/cookies";
import { parseUserOutput } from "better-auth/db";
import { anonymous } from "better-auth/plugins/anonymous";
import * as z from "zod";
import { selectGuestTrip } from "#db/queries/guests.ts";
import { freshDatabase } from "#lib/server/process/database.ts";
import { enterAsGuest } from "#lib/server/guests/enter-trip.ts";
import { AppError } from "#lib/shared/errors.ts";
import { InviteToken } from "#lib/shared/invites.ts";
import { viewerOf } from "./request-guards.ts";
import { requestHeaders, requireName } from "./row-hooks.ts";
import { noteGuest } from "./security-events.ts";

const Body = z.object({ inviteToken: z.string().optional(), name: z.string().optional() }).optional();
const Attempt = z.uuid().toLowerCase();

/**
 * Returns the plugin for guests: users without an account, who can only enter by an invite. The original plugin's hooks
 * for the sign-in of a guest are not used: they miss some ways to sign in, and would delete the guest before its rows
 * are transferred (`claim-guest.ts`).
 */
export function guestsPlugin() {
  const { endpoints: _endpoints, hooks: _hooks, ...plugin } = anonymous();
  return { ...plugin, endpoints: { signInAnonymous } } satisfies BetterAuthPlugin;
}

/** `POST /sign-in/anonymous { inviteToken, name }` → `{ token, user, tripId }`. */
const signInAnonymous = createAuthEndpoint(
  "/sign-in/anonymous",
  { method: "POST", body: Body },
  async (ctx) => {
    const { inviteToken, name } = ctx.body ?? {};
    if (inviteToken === undefined || name === undefined) {
      const message =
        "Guests come by an invite: open its link, and send its token as `inviteToken` with your `name`.";
      throw new APIError("BAD_REQUEST", { code: "INVITE_NEEDED", message });
    }
    const guestName = requireName(name);
    await refuseWhoIsIn(ctx);
    const headers = requestHeaders(ctx);
    const arrived = await enterAsGuest(freshDatabase(), {
      inviteToken: InviteToken.safeParse(inviteToken).success ? inviteToken : "",
      name: guestName,
      attempt: Attempt.safeParse(headers.get("idempotency-key")).data ?? null,
      ipAddress: getIP(headers, ctx.context.options) ?? "",
      userAgent: headers.get("user-agent") ?? "",
    });
    const found = await ctx.context.internalAdapter.findSession(arrived.token);
    if (!found) throw new Error("A guest's session vanished.");
    await setSessionCookie(ctx, found);
    noteGuest(found.session);
    const user = parseUserOutput(ctx.context.options, found.user);
    return ctx.json({ token: arrived.token, user, tripId: arrived.tripId });
  },
);

/**
 * Refuses a new guest in a browser that has a session: the new guest would replace the first one, whose rows would be
 * lost.
 */
async function refuseWhoIsIn(ctx: GenericEndpointContext): Promise<void> {
  const viewer = await viewerOf(ctx);
  if (!viewer) return;
  if (!viewer.user.isAnonymous) {
    const message = "You are signed in: accept the invite instead.";
    throw new APIError("BAD_REQUEST", { code: "ALREADY_SIGNED_IN", message });
  }
  const [trip] = await selectGuestTrip(freshDatabase(), { userId: viewer.userId });
  if (!trip) return;
  throw new AppError("GUEST_LIMITED", "A guest is in one trip only. Sign up to join this one.");
}
