CREATE TABLE "account_deletions" (
	"user_id" uuid PRIMARY KEY NOT NULL,
	"image" text,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"due_at" timestamp (3) with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "profile_changes" (
	"user_id" uuid PRIMARY KEY NOT NULL,
	"version" integer DEFAULT 1 NOT NULL,
	"due_at" timestamp (3) with time zone NOT NULL
);
--> statement-breakpoint
DROP INDEX "invites_trip_id_idx";--> statement-breakpoint
DROP INDEX "comments_trip_id_target_idx";--> statement-breakpoint
DROP INDEX "stops_trip_id_day_id_position_idx";--> statement-breakpoint
ALTER TABLE "profile_changes" ADD CONSTRAINT "profile_changes_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "account_deletions_due_at_idx" ON "account_deletions" USING btree ("due_at");--> statement-breakpoint
CREATE INDEX "profile_changes_due_at_idx" ON "profile_changes" USING btree ("due_at");--> statement-breakpoint
CREATE INDEX "trip_members_former_user_id_idx" ON "trip_members" USING btree ("user_id") WHERE "trip_members"."left_at" is not null;--> statement-breakpoint
CREATE INDEX "invites_trip_id_idx" ON "invites" USING btree ("trip_id");--> statement-breakpoint
CREATE INDEX "comments_trip_id_target_idx" ON "comments" USING btree ("trip_id","target_kind","target_id","id");--> statement-breakpoint
CREATE INDEX "stops_trip_id_day_id_position_idx" ON "stops" USING btree ("trip_id","day_id","position");--> statement-breakpoint
-- Whoever writes a user's name or picture leaves the note with it, so that no crash comes between the two.
CREATE FUNCTION "note_profile_change"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO "profile_changes" ("user_id", "due_at") VALUES (NEW."id", now() + interval '5 seconds')
    ON CONFLICT ("user_id") DO UPDATE SET "version" = "profile_changes"."version" + 1,
      "due_at" = least("profile_changes"."due_at", excluded."due_at");
  RETURN NULL;
END
$$;--> statement-breakpoint
CREATE TRIGGER "users_profile_change" AFTER UPDATE ON "users" FOR EACH ROW
  WHEN (OLD."name" IS DISTINCT FROM NEW."name" OR OLD."image" IS DISTINCT FROM NEW."image")
  EXECUTE FUNCTION "note_profile_change"();--> statement-breakpoint
-- Who joins a trip has an account, and comes with its name and picture as they are now. The lock is what a foreign key
-- would take: a change of the profile or the end of the account waits for the join, and then finds the member.
CREATE FUNCTION "member_of_user"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  SELECT "name", "image" INTO NEW."name", NEW."image" FROM "users" WHERE "id" = NEW."user_id" FOR SHARE;
  IF NOT FOUND THEN
    -- Said again, the request finds no session.
    RAISE EXCEPTION 'the account ends at this moment' USING ERRCODE = 'serialization_failure';
  END IF;
  RETURN NEW;
END
$$;--> statement-breakpoint
CREATE TRIGGER "trip_members_joining" BEFORE INSERT ON "trip_members" FOR EACH ROW
  WHEN (NEW."user_id" IS NOT NULL AND NEW."left_at" IS NULL)
  EXECUTE FUNCTION "member_of_user"();--> statement-breakpoint
CREATE TRIGGER "trip_members_rejoining" BEFORE UPDATE ON "trip_members" FOR EACH ROW
  WHEN (NEW."user_id" IS NOT NULL AND NEW."left_at" IS NULL
    AND (OLD."left_at" IS NOT NULL OR OLD."user_id" IS DISTINCT FROM NEW."user_id"))
  EXECUTE FUNCTION "member_of_user"();--> statement-breakpoint
-- Until now a change of the profile did not reach the trips.
INSERT INTO "profile_changes" ("user_id", "due_at") SELECT DISTINCT "users"."id", now() FROM "users"
  JOIN "trip_members" ON "trip_members"."user_id" = "users"."id" AND "trip_members"."left_at" IS NULL
  WHERE ("trip_members"."name", "trip_members"."image") IS DISTINCT FROM ("users"."name", "users"."image");
