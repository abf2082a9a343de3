/** Who may do what inside a trip; a higher role may all that a lower one may. */
export const ROLES = ["guest", "viewer", "editor", "owner"] as const;
export type Role = (typeof ROLES)[number];

/** Those that an invite can give. */
export const INVITE_ROLES = ["editor", "viewer", "guest"] as const;

export function roleAtLeast(role: Role, needed: Role): boolean {
  return ROLES.indexOf(role) >= ROLES.indexOf(needed);
}

/** Editors and owners invite, never above their own role; ownership is transferred, not given away by a link. */
export function canInvite(inviter: Role, invited: Role): boolean {
  return roleAtLeast(inviter, "editor") && invited !== "owner" && roleAtLeast(inviter, invited);
}
