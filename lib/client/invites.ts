"use client";

import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { invitesApi } from "#lib/shared/api/invites.ts";
import type { CreatedInvite, InviteDto, NewInvite } from "#lib/shared/invites.ts";
import type * as z from "zod";
import { call } from "./api.ts";
import { newId } from "./ids.ts";
import { tripKey, tripListsKey } from "./trip-cache.ts";

const invitesKey = (tripId: string) => [...tripKey(tripId), "invites"] as const;

/** Invites that still work; for those who may invite. */
export function useInvites(tripId: string, options: { enabled: boolean }) {
  return useQuery({
    queryKey: invitesKey(tripId),
    queryFn: async ({ signal }) => (await call(invitesApi.list, { params: { tripId } }, { signal })).data,
    enabled: options.enabled,
  });
}

/** The answer is the only place that ever shows the link. */
export function useCreateInvite(tripId: string) {
  const cache = useQueryClient();
  return useMutation({
    mutationFn: async (input: z.input<typeof NewInvite>): Promise<CreatedInvite> =>
      (await call(invitesApi.create, { params: { tripId }, body: { ...input, id: input.id ?? newId() } }))
        .data,
    onSuccess: ({ token: _token, url: _url, ...invite }) => {
      cache.setQueryData<InviteDto[]>(invitesKey(tripId), (invites) => invites && [invite, ...invites]);
    },
  });
}

/** Gone from the list at once; comes back if revoking fails. */
export function useRevokeInvite(tripId: string) {
  const cache = useQueryClient();
  const key = invitesKey(tripId);
  return useMutation({
    mutationFn: (inviteId: string) => call(invitesApi.revoke, { params: { tripId, inviteId } }),
    onMutate: async (inviteId) => {
      await cache.cancelQueries({ queryKey: key });
      const before = cache.getQueryData<InviteDto[]>(key);
      cache.setQueryData<InviteDto[]>(key, (invites) => invites?.filter(({ id }) => id !== inviteId));
      return { before };
    },
    onError: (_error, _inviteId, context) => cache.setQueryData(key, context?.before),
    onSettled: () => cache.invalidateQueries({ queryKey: key }),
  });
}

export function useAcceptInvite() {
  const cache = useQueryClient();
  return useMutation({
    mutationFn: async (token: string) => (await call(invitesApi.accept, { params: { token } })).data,
    onSuccess: () => cache.invalidateQueries({ queryKey: tripListsKey }),
  });
}
