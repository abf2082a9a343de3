ALTER TABLE "trip_members" RENAME COLUMN "removed_at" TO "invites_after";--> statement-breakpoint
ALTER TABLE "trip_members" DROP CONSTRAINT "trip_members_removed_check";--> statement-breakpoint
-- Until now such links only slept, and woke when their maker could invite again.
UPDATE "invites" SET "revoked_at" = now(), "version" = "invites"."version" + 1, "updated_at" = now() FROM "trip_members"
  WHERE "trip_members"."id" = "invites"."created_by" AND "invites"."revoked_at" IS NULL
    AND ("trip_members"."left_at" IS NOT NULL OR "trip_members"."role" NOT IN ('editor', 'owner'));
