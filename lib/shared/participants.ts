/** Member ids; null: everyone. */
export type Participants = readonly string[] | null;

/** Whether a member is among those who take part. */
export function takesPart(participants: Participants, memberId: string): boolean {
  return participants === null || participants.includes(memberId);
}

/** Whether at least one member takes part in both. */
export function hasCommonParticipant(a: Participants, b: Participants): boolean {
  if (a === null || b === null) return true;
  return a.some((id) => b.includes(id));
}
