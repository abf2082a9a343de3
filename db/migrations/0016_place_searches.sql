CREATE TABLE "place_searches" (
	"key" text PRIMARY KEY NOT NULL,
	"places" jsonb NOT NULL,
	"found_at" timestamp (3) with time zone NOT NULL
);
--> statement-breakpoint
CREATE INDEX "place_searches_found_at_idx" ON "place_searches" USING btree ("found_at");