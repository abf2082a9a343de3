import { auth } from "./auth.ts";
import { hasSignedInWith, keptId } from "./known-devices.ts";
import { addressKey, type MailAsker } from "./rate-limit.ts";

/* Limits of an account hold for all who ask, wherever they are. Whoever asks from a browser that has signed in to it
   before is counted apart, so that strangers can't shut the owner out. */

/** Stands in for a person who does not exist: what is asked of the database is the same. */
const NOBODY = "nobody";

/** The browser's own id where it has signed in to this address's account before; null for all others. */
export async function knownDeviceAt(email: string, headers: Headers): Promise<string | null> {
  const id = keptId(headers);
  if (id === null) return null;
  const context = await auth().$context;
  const found = await context.internalAdapter.findUserByEmail(email.toLowerCase());
  return (await hasSignedInWith(context, found?.user.id ?? NOBODY, id)) ? id : null;
}

/** Who asks for a mail to this address. */
export async function mailAsker(email: string, headers: Headers): Promise<MailAsker> {
  return { address: addressKey(headers), device: await knownDeviceAt(email, headers) };
}
