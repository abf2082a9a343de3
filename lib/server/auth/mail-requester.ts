import { auth } from "./auth.ts";
import { hasSignedInWith, storedDeviceId } from "./known-devices.ts";
import { addressKey, type MailRequester } from "./rate-limit.ts";

/*
 * The rate limits of an account count requests from everywhere. Requests from a browser that has signed in to the
 * account before are counted apart, so that strangers cannot lock the owner out.
 */

/** The user id for an address without an account, so that the same query runs as for an account. */
const NOBODY = "nobody";

/** Returns the browser's id if the browser has signed in to the account of this address before, otherwise null. */
export async function deviceKnownToAccount(email: string, headers: Headers): Promise<string | null> {
  const id = storedDeviceId(headers);
  if (id === null) return null;
  const context = await auth().$context;
  const found = await context.internalAdapter.findUserByEmail(email.toLowerCase());
  return (await hasSignedInWith(context, found?.user.id ?? NOBODY, id)) ? id : null;
}

/**
 * Returns the IP address and the known device of the client that requests a mail to this address, for the rate limit.
 */
export async function mailRequesterOf(email: string, headers: Headers): Promise<MailRequester> {
  return { address: addressKey(headers), device: await deviceKnownToAccount(email, headers) };
}
