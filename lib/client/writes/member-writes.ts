import type { MemberDto, MemberPatch } from "#lib/shared/members.ts";
import { call } from "../base/api.ts";
import { membersApi } from "../base/operations.ts";
import type { PredictionContext, Write } from "./write.ts";

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

export function addPlaceholderWrite(tripId: string, input: { id: string; name: string }): Write<MemberDto> {
  return {
    label: { action: "addMember", entityId: input.id },
    send: (options) => call(membersApi.addPlaceholder, { params: { tripId }, body: input }, options),
    predict: ({ now }) => {
      const nobody = { userId: null, hasAccount: false, image: null, role: "viewer", leftAt: null } as const;
      return [{ op: "member.joined", entity: { ...input, ...nobody, version: 1, updatedAt: now } }];
    },
    confirm: (member) => [{ op: "member.joined", entity: member }],
  };
}

export function renamePlaceholderWrite(tripId: string, memberId: string, name: string): Write<MemberDto> {
  const params = { tripId, memberId };
  return {
    label: { action: "updateMember", entityId: memberId },
    send: (options) => call(membersApi.renamePlaceholder, { params, body: { name } }, options),
    predict: (scene) => changedPlaceholder(scene, memberId, "member.updated", { name }),
    confirm: (member) => [{ op: "member.updated", entity: member }],
  };
}

export function removePlaceholderWrite(tripId: string, memberId: string): Write<undefined> {
  return {
    label: { action: "removeMember", entityId: memberId },
    send: (options) => call(membersApi.removePlaceholder, { params: { tripId, memberId } }, options),
    predict: (scene) => changedPlaceholder(scene, memberId, "member.left", { leftAt: scene.now }),
  };
}

export function restorePlaceholderWrite(tripId: string, memberId: string): Write<MemberDto> {
  return {
    label: { action: "updateMember", entityId: memberId },
    send: (options) => call(membersApi.restorePlaceholder, { params: { tripId, memberId } }, options),
    predict: (scene) => changedPlaceholder(scene, memberId, "member.joined", { leftAt: null }),
    confirm: (member) => [{ op: "member.joined", entity: member }],
  };
}

type MemberOp = "member.joined" | "member.updated" | "member.left";

function changed({ trip }: PredictionContext, userId: string, op: MemberOp, change: Partial<MemberDto>) {
  const member = trip.members.find((candidate) => candidate.userId === userId);
  return member ? [{ op, entity: { ...member, ...change } }] : [];
}

function changedPlaceholder(
  { trip }: PredictionContext,
  id: string,
  op: MemberOp,
  change: Partial<MemberDto>,
) {
  const member = trip.members.find((candidate) => candidate.id === id);
  return member ? [{ op, entity: { ...member, ...change } }] : [];
}
