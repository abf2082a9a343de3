"use client";

import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import type { CreatedInvite, InviteDto, NewInvite } from "#lib/shared/invites.ts";
import type * as z from "zod";
import { call } from "../base/api.ts";
import { IdempotentCreates } from "../base/idempotent-creates.ts";
import { invitesApi } from "../base/operations.ts";
import { shouldRetryRequest } from "../base/retry.ts";
import { tripKey, tripListsKey } from "../base/trip-cache.ts";

/** A request without an answer in this time is sent again, with the same idempotency key. */
const ANSWER_MS = 20_000;

const invitesKey = (tripId: string) => [...tripKey(tripId), "invites"] as const;

/** The invites that still work, for members who may invite. */
export function useInvites(tripId: string, options: { enabled: boolean }) {
  return useQuery({
    queryKey: invitesKey(tripId),
    queryFn: async ({ signal }) => (await call(invitesApi.list, { params: { tripId } }, { signal })).data,
    enabled: options.enabled,
  });
}

/** Creates an invite. Only this answer ever contains the link. A repeat after a failure creates the same link. */
export function useCreateInvite(tripId: string) {
  const cache = useQueryClient();
  const [attempts] = useState(() => new IdempotentCreates());
  return useMutation({
    mutationFn: async (input: Omit<z.input<typeof NewInvite>, "id">): Promise<CreatedInvite> => {
      const { id, key: idempotencyKey } = attempts.of(input);
      const signal = AbortSignal.timeout(ANSWER_MS);
      const body = { ...input, id };
      return (await call(invitesApi.create, { params: { tripId }, body }, { idempotencyKey, signal })).data;
    },
    retry: shouldRetryRequest,
    onSuccess: ({ token: _token, url: _url, ...invite }, input) => {
      attempts.settle(input);
      cache.setQueryData<InviteDto[]>(
        invitesKey(tripId),
        (invites) => invites && [invite, ...invites.filter(({ id }) => id !== invite.id)],
      );
    },
    onError: (error, input) => {
      attempts.settle(input, error);
      // The invite may have been created although no answer came: the list shows it then, so that it can be revoked.
      void cache.invalidateQueries({ queryKey: invitesKey(tripId) });
    },
  });
}

/** Revokes an invite. The invite leaves the list at once, and returns if the request fails. */
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
    onSettled: () => void cache.invalidateQueries({ queryKey: key }),
  });
}

export function useAcceptInvite() {
  const cache = useQueryClient();
  return useMutation({
    mutationFn: async ({ token, merge }: { token: string; merge?: "true" | "false" }) =>
      (await call(invitesApi.accept, { params: { token }, query: merge ? { merge } : {} })).data,
    onSuccess: () => cache.invalidateQueries({ queryKey: tripListsKey }),
  });
}
