import type { BetterAuthOptions, GenericEndpointContext } from "better-auth";
import { APIError } from "better-auth/api";
import { newId } from "#lib/server/new-id.ts";
import { DisplayName } from "#lib/shared/display-name.ts";
import { WebUrl } from "#lib/shared/fields.ts";
import { avatarImage } from "./avatar-image.ts";
import { fittingName } from "./display-name.ts";
import { noteSessionEnded } from "./security-events.ts";
import { requestScope } from "./request-scope.ts";
import { onSessionEnded, onUserCreated, onUserUpdated } from "./listeners.ts";

/** What happens to rows whichever way they are written: sign-up, provider, or another part of the service. */
export const rowHooks: BetterAuthOptions["databaseHooks"] = {
  user: {
    create: {
      before(user, context) {
        // better-auth would make the id only later, and the picture depends on it.
        const id = newId();
        const scope = requestScope();
        if (scope) scope.newUserId = id;
        const signsUp = isSignUp(context);
        const picture = signsUp ? undefined : WebUrl.safeParse(user.image).data;
        // Of a known address the answer holds the name as it was sent, so a new one's must not be made to fit.
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
        // The row was gone by then.
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

/** @throws APIError INVALID_NAME (400) */
export function requireName(name: unknown): string {
  const parsed = DisplayName.safeParse(name);
  if (parsed.success) return parsed.data;
  throw new APIError("BAD_REQUEST", {
    code: "INVALID_NAME",
    message:
      "A name has 1 to 64 characters on one line: visible ones, and none that change the direction of text.",
  });
}

/** Headers of the request behind a hook; empty for work that the service does on its own. */
export function requestHeaders(context: GenericEndpointContext | null | undefined): Headers {
  return context?.request?.headers ?? context?.headers ?? new Headers();
}

/** Whoever signs up by email sends no picture: any web address there would be a tracking pixel for the others. */
function isSignUp(context: GenericEndpointContext | null): boolean {
  return context?.path === "/sign-up/email";
}
