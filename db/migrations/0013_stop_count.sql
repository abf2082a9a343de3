ALTER TABLE "trips" ADD COLUMN "stop_count" integer DEFAULT 0 NOT NULL;--> statement-breakpoint
UPDATE "trips" SET "stop_count" = (SELECT count(*) FROM "stops" WHERE "stops"."trip_id" = "trips"."id" AND "stops"."deleted_at" IS NULL);--> statement-breakpoint
ALTER TABLE "trips" DROP COLUMN "stops_at_start";
