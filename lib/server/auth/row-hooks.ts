import type { BetterAuthOptions, GenericEndpointContext } from "better-auth";
import { APIError } from "better-auth/api";
import { newId } from "#lib/server/process/new-id.ts";
import { DisplayName } from "#lib/shared/display-name.ts";
import { WebUrl } from "#lib/shared/fields.ts";
import { avatarImage } from "./avatar-image.ts";
import { fittingName } from "./display-name.ts";
import { noteSessionEnded } from "./security-events.ts";
import { requestScope } from "./request-scope.ts";
import { onSessionEnded, onUserCreated, onUserUpdated } from "./listeners.ts";

/** Hooks for each write of better-auth's rows, whether by a sign-up, a provider or another part of the service. */
export const rowHooks: BetterAuthOptions["databaseHooks"] = {
  user: {
    create: {
      before(user, context) {
        // The id is made here because the picture depends on it, and better-auth would make it only later.
        const id = newId();
        const scope = requestScope();
        if (scope) scope.newUserId = id;
        const signsUp = isSignUp(context);
        const picture = signsUp ? undefined : WebUrl.safeParse(user.image).data;
        // The answer for a known address contains the name as it was sent, so the name of a new address must not be
        // changed either.
        const name = signsUp ? requireName(user.name) : fittingName(user.name);
        return Promise.resolve({ data: { ...user, id, name, image: picture ?? avatarImage(id) } });
      },
      after(user, context) {
        onUserCreated(user.id, requestHeaders(context));
        return Promise.resolve();
      },
    },
    update: {
      before(change) {
        if (change.name === undefined) return Promise.resolve();
        return Promise.resolve({ data: { ...change, name: requireName(change.name) } });
      },
      after(user: { id: string } | null) {
        // The user's row may have been deleted before this hook runs.
        if (user) onUserUpdated(user.id);
        return Promise.resolve();
      },
    },
  },
  session: {
    delete: {
      after(session) {
        noteSessionEnded(session);
        onSessionEnded(session.id, session.userId);
        return Promise.resolve();
      },
    },
  },
};

/**
 * Returns the valid form of a name.
 * @throws APIError INVALID_NAME (400)
 */
export function requireName(name: unknown): string {
  const parsed = DisplayName.safeParse(name);
  if (parsed.success) return parsed.data;
  throw new APIError("BAD_REQUEST", {
    code: "INVALID_NAME",
    message:
      "A name has 1 to 64 characters on one line: visible ones, and none that change the direction of text.",
  });
}

/** Returns the headers of the request that a hook belongs to; empty for work that the service starts itself. */
export function requestHeaders(context: GenericEndpointContext | null | undefined): Headers {
  return context?.request?.headers ?? context?.headers ?? new Headers();
}

/**
 * Whether the user signs up by email. Such a request must not set a picture, because its URL could be a tracking pixel
 * for other members.
 */
function isSignUp(context: GenericEndpointContext | null): boolean {
  return context?.path === "/sign-up/email";
}
