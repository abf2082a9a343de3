"use client";

import { useMutation } from "@tanstack/react-query";
import { useMemo } from "react";
import { tripsApi } from "#lib/shared/api/trips.ts";
import type { MemberDto } from "#lib/shared/members.ts";
import { call } from "./api.ts";
import { removeMemberWrite, updateMemberWrite } from "./member-writes.ts";
import type { Echo } from "./notices.ts";
import { useTripSession } from "./trip-context.tsx";

export interface MemberActions {
  setRole(userId: string, role: "viewer" | "editor"): Promise<Echo<MemberDto>>;
  remove(userId: string): Promise<Echo<undefined>>;
}

/** For owners; shown at once, refused with a notice. */
export function useMemberActions(): MemberActions {
  const { store } = useTripSession();
  return useMemo(
    () => ({
      setRole: (userId, role) => store.submit(updateMemberWrite(store.id, userId, { role })),
      remove: (userId) => store.submit(removeMemberWrite(store.id, userId)),
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
