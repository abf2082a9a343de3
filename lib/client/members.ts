"use client";

import { useMutation } from "@tanstack/react-query";
import { useMemo } from "react";
import type { MemberDto, MemberPatch } from "#lib/shared/members.ts";
import { call } from "./api.ts";
import { newId } from "./ids.ts";
import {
  addPlaceholderWrite,
  removeMemberWrite,
  removePlaceholderWrite,
  renamePlaceholderWrite,
  restorePlaceholderWrite,
  updateMemberWrite,
} from "./member-writes.ts";
import type { Echo } from "./notices.ts";
import { tripsApi } from "./operations.ts";
import { useTripSession } from "./trip-context.tsx";

export interface MemberActions {
  setRole(userId: string, role: MemberPatch["role"]): Promise<Echo<MemberDto>>;
  remove(userId: string): Promise<Echo<undefined>>;
  /** People without an account are the editors' to name. */
  addPlaceholder(name: string): Promise<Echo<MemberDto>>;
  renamePlaceholder(memberId: string, name: string): Promise<Echo<MemberDto>>;
  removePlaceholder(memberId: string): Promise<Echo<undefined>>;
  restorePlaceholder(memberId: string): Promise<Echo<MemberDto>>;
}

/** Of people for owners; shown at once, refused with a notice. */
export function useMemberActions(): MemberActions {
  const { store } = useTripSession();
  return useMemo(
    () => ({
      setRole: (userId, role) => store.submit(updateMemberWrite(store.id, userId, { role })),
      remove: (userId) => store.submit(removeMemberWrite(store.id, userId)),
      addPlaceholder: (name) => store.submit(addPlaceholderWrite(store.id, { id: newId(), name })),
      renamePlaceholder: (memberId, name) => store.submit(renamePlaceholderWrite(store.id, memberId, name)),
      removePlaceholder: (memberId) => store.submit(removePlaceholderWrite(store.id, memberId)),
      restorePlaceholder: (memberId) => store.submit(restorePlaceholderWrite(store.id, memberId)),
    }),
    [store],
  );
}

/** Makes another member the owner. Not optimistic: it takes rights from the one who asks. */
export function useTransferTrip() {
  const { store } = useTripSession();
  return useMutation({
    mutationFn: (userId: string) =>
      call(tripsApi.transfer, { params: { tripId: store.id }, body: { userId } }),
    onSuccess: ({ seq }) => store.learn(seq ?? 0),
  });
}
