/** The ids of the members who take part; null: everyone does. */
export type Participants = readonly string[] | null;

/** Whether a member is among those who take part. */
export function takesPart(participants: Participants, memberId: string): boolean {
  return participants === null || participants.includes(memberId);
}

/** Whether at least one member is among the participants of both `a` and `b`. */
export function hasCommonParticipant(a: Participants, b: Participants): boolean {
  if (a === null || b === null) return true;
  return a.some((id) => b.includes(id));
}
