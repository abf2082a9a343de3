DROP INDEX "trips_unpublished_idx";--> statement-breakpoint
-- Each write makes a new version of its trip's row: room on its page keeps it out of the indexes.
ALTER TABLE "trips" SET (fillfactor = 80);--> statement-breakpoint
ALTER TABLE "trips" ADD COLUMN "is_behind" boolean GENERATED ALWAYS AS (published_seq < seq) STORED NOT NULL;--> statement-breakpoint
CREATE INDEX "trips_unpublished_idx" ON "trips" USING btree ("id") WHERE "trips"."is_behind";
