import { membersApi } from "#lib/shared/api/members.ts";
import type { MemberDto, MemberPatch } from "#lib/shared/members.ts";
import { call } from "./api.ts";
import type { Scene, Write } from "./write.ts";

export function updateMemberWrite(tripId: string, userId: string, { role }: MemberPatch): Write<MemberDto> {
  return {
    label: { action: "updateMember", entityId: userId },
    send: (options) => call(membersApi.update, { params: { tripId, userId }, body: { role } }, options),
    predict: (scene) => changed(scene, userId, "member.updated", { role }),
    confirm: (member) => [{ op: "member.updated", entity: member }],
  };
}

export function removeMemberWrite(tripId: string, userId: string): Write<undefined> {
  return {
    label: { action: "removeMember", entityId: userId },
    send: (options) => call(membersApi.remove, { params: { tripId, userId } }, options),
    predict: (scene) => changed(scene, userId, "member.left", { leftAt: scene.now }),
  };
}

function changed(
  { trip }: Scene,
  userId: string,
  op: "member.updated" | "member.left",
  change: Partial<MemberDto>,
) {
  const member = trip.members.find((candidate) => candidate.userId === userId);
  return member ? [{ op, entity: { ...member, ...change } }] : [];
}
