/** A member who turns out to be another one. */
export interface Move {
  from: string;
  to: string;
}

/** Whether both of them are named. */
export function isInBoth(parts: readonly { memberId: string }[], { from, to }: Move): boolean {
  return [from, to].every((member) => parts.some(({ memberId }) => memberId === member));
}
