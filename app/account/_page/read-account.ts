import { dehydrate, QueryClient } from "@tanstack/react-query";
import {
  type Device,
  devicesKey,
  type Me,
  meKey,
  signInMethodsKey,
  type SignInMethod,
} from "#lib/client/account/account-answers.ts";
import { readSignIns } from "#lib/server/account/account-page.ts";
import type { Viewer } from "#lib/server/access/session.ts";

/** Reads the page's data in the form of the browser's query cache, so that the document contains it. */
export async function readAccount({ user, sessionId }: Viewer) {
  const { accounts, sessions } = await readSignIns();
  const { id, name, email, emailVerified, image, defaultCurrency, twoFactorEnabled } = user;
  const cache = new QueryClient();
  cache.setQueryData<Me>(meKey, {
    user: { id, name, email, emailVerified, image, defaultCurrency, twoFactorEnabled },
    session: { id: sessionId },
  });
  cache.setQueryData<SignInMethod[]>(signInMethodsKey, accounts);
  cache.setQueryData<Device[]>(devicesKey, sessions);
  return dehydrate(cache);
}
