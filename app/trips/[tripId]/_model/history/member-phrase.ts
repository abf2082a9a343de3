import type { VisibleEvent } from "#lib/shared/events.ts";
import type { HistoryNames, EventOf, Phrase, PhraseContext } from "./history-phrase.ts";

type MemberOp = Extract<VisibleEvent["op"], `member.${string}`>;

/** Returns the sentence for a transfer of ownership, which changes two roles at once and names only the new owner. */
export function ownerPhrase(events: readonly VisibleEvent[], names: HistoryNames): Phrase | null {
  const roles = events.flatMap((event) =>
    event.op === "member.updated" && event.changes?.["role"] ? event : [],
  );
  const owner = roles.find(({ entity }) => entity.role === "owner");
  if (!owner || roles.length < 2 || roles.length < events.length) return null;
  return { key: "ownerChanged", values: { name: names.member(owner.entityId) } };
}

/**
 * Returns the sentence for two members that were merged into one person, or separated again; the write's other events
 * follow from that.
 */
export function mergePhrase(events: readonly VisibleEvent[], names: HistoryNames): Phrase | null {
  for (const event of events) {
    if (event.op !== "member.left" && event.op !== "member.joined") continue;
    const { id, mergedInto, separatedFrom } = event.entity;
    const other = mergedInto ?? separatedFrom;
    if (other === undefined) continue;
    const key = mergedInto === undefined ? "memberSeparated" : "memberMerged";
    return { key, values: { name: names.member(id), into: names.member(other) } };
  }
  return null;
}

export function memberPhrase(event: EventOf<MemberOp>, { changes, names }: PhraseContext): Phrase {
  const { entity } = event;
  const self = entity.userId !== null && entity.userId === event.actorId;
  const name = self ? entity.name : names.member(entity.id);
  if (event.op === "member.left") return { key: self ? "left" : "removed", values: { name } };
  if (event.op === "member.joined") {
    if (entity.userId === null)
      return { key: changes["leftAt"] ? "restored" : "placeholderAdded", values: { name } };
    if (!self) return { key: "added", values: { name } };
    return { key: entity.role === "guest" ? "joinedAsGuest" : "joined", values: { name } };
  }
  // The member got a user: somebody claimed a placeholder by an invite, or a guest signed in.
  const owner = changes["userId"];
  const former = changes["name"]?.[0];
  if (owner && owner[1] !== null) {
    const key = owner[0] === null ? "memberClaimed" : "guestClaimed";
    return { key, values: { name: typeof former === "string" ? former : entity.name } };
  }
  if (owner) return { key: "accountGone", values: { name: entity.name } };
  if (changes["role"]) return { key: "roleChanged", values: { name, role: names.role(entity.role) } };
  if (typeof former === "string") {
    const key = entity.userId === null ? "renamed" : "memberRenamed";
    return { key, values: { before: former, name: entity.name } };
  }
  return { key: "memberPictured", values: { name: entity.name } };
}
