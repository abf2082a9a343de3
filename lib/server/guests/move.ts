/** A merge of one member into another. */
export interface Move {
  from: string;
  to: string;
}

/** Whether both members occur in the list. */
export function isInBoth(parts: readonly { memberId: string }[], { from, to }: Move): boolean {
  return [from, to].every((member) => parts.some(({ memberId }) => memberId === member));
}
