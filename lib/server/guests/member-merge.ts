/** A merge of one member into another. */
export interface MemberMerge {
  from: string;
  to: string;
}

/** Whether both members occur in the list. */
export function hasBothMembers(parts: readonly { memberId: string }[], { from, to }: MemberMerge): boolean {
  return [from, to].every((member) => parts.some(({ memberId }) => memberId === member));
}
