/** The reason for all steps from before the first release, when a migration could break no released version. */
const UNRELEASED = "Written before the first release: no version before it serves anybody.";

/**
 * Steps of migrations that the version before could not work with, in their order, each with the reason why it is
 * allowed. Before a new entry, there must be a release that no longer uses what the migration removes, or that already
 * respects what it adds: the reason names that release.
 */
export const MIGRATION_EXCEPTIONS: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  "0001_days_date_exclusion": {
    "adds the constraint days_trip_id_date_excl to what days had before": UNRELEASED,
  },
  "0004_member_invites_after": { "renames trip_members.removed_at": UNRELEASED },
  "0005_accounts": {
    "lets users_profile_change act on users": UNRELEASED,
    "lets trip_members_joining act on trip_members": UNRELEASED,
    "lets trip_members_rejoining act on trip_members": UNRELEASED,
  },
  "0007_plan_complete": {
    "adds the constraint stops_trip_id_id_key to what stops had before": UNRELEASED,
    "adds the constraint invites_role_check to what invites had before": UNRELEASED,
    "adds the constraint comments_target_kind_check to what comments had before": UNRELEASED,
  },
  "0008_inbox_rooms": {
    "adds the constraint push_subscriptions_session_id_sessions_id_fk to what push_subscriptions had before":
      UNRELEASED,
  },
  "0011_unbound_keys": { "lets users_forget_keys act on users": UNRELEASED },
  "0012_money": {
    "adds the constraint comment_reads_target_kind_check to what comment_reads had before": UNRELEASED,
    "adds the constraint comments_target_kind_check to what comments had before": UNRELEASED,
    "adds the constraint attachments_target_kind_check to what attachments had before": UNRELEASED,
  },
  "0013_stop_count": { "drops trips.stops_at_start": UNRELEASED },
};
