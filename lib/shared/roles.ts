/** The roles in a trip, from the lowest to the highest; a higher role may do everything that a lower one may. */
export const ROLES = ["guest", "viewer", "editor", "owner"] as const;
export type Role = (typeof ROLES)[number];

/** The roles that an invite can give. */
export const INVITE_ROLES = ["editor", "viewer", "guest"] as const;

export function roleAtLeast(role: Role, needed: Role): boolean {
  return ROLES.indexOf(role) >= ROLES.indexOf(needed);
}

/**
 * Editors and owners can invite, but not to a role above their own. An invite never gives ownership, which is
 * transferred instead.
 */
export function canInvite(inviter: Role, invited: Role): boolean {
  return roleAtLeast(inviter, "editor") && invited !== "owner" && roleAtLeast(inviter, invited);
}
