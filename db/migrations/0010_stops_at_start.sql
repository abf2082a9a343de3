ALTER TABLE "trips" ADD COLUMN "stops_at_start" integer DEFAULT 0 NOT NULL;--> statement-breakpoint
UPDATE "trips" SET "stops_at_start" = (SELECT count(*) FROM "stops" WHERE "stops"."trip_id" = "trips"."id");
