"use client";

import { type QueryClient, useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import {
  accountKey,
  type AccountUser,
  type Device,
  devicesKey,
  type Me,
  meKey,
  signInMethodsKey,
  readDevices,
  readMe,
  readSignInMethods,
  readSessionTokens,
  type SignInMethod,
} from "./account-answers.ts";
import { getAuth, postAuth } from "./auth-request.ts";
import { tripListsKey } from "../base/trip-cache.ts";

/** The caller's user and session; `data` is null once the caller is signed out. */
export function useMe() {
  return useQuery({ queryKey: meKey, queryFn: async () => readMe(await getAuth("/get-session")) });
}

export function useSignInMethods() {
  return useQuery({
    queryKey: signInMethodsKey,
    queryFn: async () => readSignInMethods(await getAuth("/list-accounts")),
  });
}

export function useDevices() {
  return useQuery({
    queryKey: devicesKey,
    queryFn: async () => readDevices(await getAuth("/list-sessions")),
  });
}

/** Reads all data of the account again, after a step that replaced its session or changed its sign-in methods. */
export function useRefreshAccount(): () => Promise<void> {
  const cache = useQueryClient();
  return () => cache.invalidateQueries({ queryKey: accountKey });
}

/** Shows a change of the caller's user at once. The returned function reverts this change and no other. */
export function updateUserOptimistically(cache: QueryClient, change: Partial<AccountUser>): () => void {
  const before = cache.getQueryData<Me | null>(meKey)?.user;
  const show = (fields: Partial<AccountUser>) =>
    cache.setQueryData<Me | null>(meKey, (me) => me && { ...me, user: { ...me.user, ...fields } });
  show(change);
  return () => {
    const changed = Object.entries(before ?? {}).filter(([field]) => field in change);
    show(Object.fromEntries(changed));
  };
}

/** Updates the name or the currency. The change shows at once, and is reverted if the request fails. */
export function useUpdateProfile() {
  const cache = useQueryClient();
  return useMutation({
    mutationFn: (change: { name?: string; defaultCurrency?: string }) => postAuth("/update-user", change),
    onMutate: async (change) => {
      await cache.cancelQueries({ queryKey: meKey });
      return updateUserOptimistically(cache, change);
    },
    onError: (_error, _change, takeBack) => takeBack?.(),
    // The trip lists contain the names of the members.
    onSuccess: () => cache.invalidateQueries({ queryKey: tripListsKey }),
  });
}

/** Unlinks a provider. The argument is the id of the provider's row in the list of sign-in methods. */
export function useUnlinkMethod() {
  const cache = useQueryClient();
  return useMutation({
    mutationFn: (id: string) => postAuth("/unlink-account", { accountId: id }),
    onMutate: (id) => withoutRows(cache, signInMethodsKey, [id]),
    onError: (_error, _id, takeBack) => takeBack?.(),
    onSettled: () => void cache.invalidateQueries({ queryKey: signInMethodsKey }),
  });
}

/** Ends sessions by their ids. Their tokens are read for this request only and are stored nowhere. */
export function useSignOutDevices() {
  const cache = useQueryClient();
  return useMutation({
    mutationFn: async (ids: readonly string[]) => {
      const tokens = readSessionTokens(await getAuth("/list-sessions"));
      // A session that is not listed has ended by itself.
      const known = ids.map((id) => tokens.get(id)).filter((token) => token !== undefined);
      await Promise.all(known.map((token) => postAuth("/revoke-session", { token })));
    },
    onMutate: (ids) => withoutRows(cache, devicesKey, ids),
    onError: (_error, _ids, takeBack) => takeBack?.(),
    onSettled: () => void cache.invalidateQueries({ queryKey: devicesKey }),
  });
}

/** Removes rows from a cached list at once. The returned function restores the list as it was. */
async function withoutRows(
  cache: QueryClient,
  queryKey: typeof signInMethodsKey | typeof devicesKey,
  ids: readonly string[],
): Promise<() => void> {
  await cache.cancelQueries({ queryKey });
  const before = cache.getQueryData<readonly (SignInMethod | Device)[]>(queryKey);
  cache.setQueryData<typeof before>(queryKey, (rows) => rows?.filter(({ id }) => !ids.includes(id)));
  return () => cache.setQueryData(queryKey, before);
}
