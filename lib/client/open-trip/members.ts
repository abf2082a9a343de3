"use client";

import { useMutation } from "@tanstack/react-query";
import { useMemo } from "react";
import type { MemberDto, MemberPatch } from "#lib/shared/members.ts";
import { call } from "../base/api.ts";
import { newId } from "../base/ids.ts";
import type { WriteAnswer } from "../writes/notices.ts";
import { membersApi, tripsApi } from "../base/operations.ts";
import { useTripSession } from "./trip-context.tsx";
import { makeWrite } from "../writes/write-kinds.ts";

export interface MemberActions {
  setRole(userId: string, role: MemberPatch["role"]): Promise<WriteAnswer<MemberDto>>;
  remove(userId: string): Promise<WriteAnswer<undefined>>;
  /** Adds a placeholder: a person without an account, whom an editor names. */
  addPlaceholder(name: string): Promise<WriteAnswer<MemberDto>>;
  renamePlaceholder(memberId: string, name: string): Promise<WriteAnswer<MemberDto>>;
  removePlaceholder(memberId: string): Promise<WriteAnswer<undefined>>;
  restorePlaceholder(memberId: string): Promise<WriteAnswer<MemberDto>>;
}

/**
 * The actions on members: owners use those on people, editors those on placeholders. An action shows at once; a refusal
 * gives a notice.
 */
export function useMemberActions(): MemberActions {
  const { store } = useTripSession();
  return useMemo(
    () => ({
      setRole: (userId, role) => store.submit(makeWrite("updateMember", store.id, userId, { role })),
      remove: (userId) => store.submit(makeWrite("removeMember", store.id, userId)),
      addPlaceholder: (name) => store.submit(makeWrite("addPlaceholder", store.id, { id: newId(), name })),
      renamePlaceholder: (memberId, name) =>
        store.submit(makeWrite("renamePlaceholder", store.id, memberId, name)),
      removePlaceholder: (memberId) => store.submit(makeWrite("removePlaceholder", store.id, memberId)),
      restorePlaceholder: (memberId) => store.submit(makeWrite("restorePlaceholder", store.id, memberId)),
    }),
    [store],
  );
}

/**
 * Merges a placeholder into another member. The merge is not optimistic, because it changes most of the trip's rows.
 */
export function useMergePlaceholder() {
  const { store } = useTripSession();
  return useMutation({
    mutationFn: ({ memberId, into }: { memberId: string; into: string }) =>
      call(membersApi.mergePlaceholder, { params: { tripId: store.id, memberId }, body: { into } }),
    onSuccess: ({ seq }) => store.learn(seq ?? 0),
  });
}

/** Makes another member the owner. The transfer is not optimistic, because it takes permissions from the caller. */
export function useTransferTrip() {
  const { store } = useTripSession();
  return useMutation({
    mutationFn: (userId: string) =>
      call(tripsApi.transfer, { params: { tripId: store.id }, body: { userId } }),
    onSuccess: ({ seq }) => store.learn(seq ?? 0),
  });
}
