CREATE TABLE "links" (
	"id" uuid PRIMARY KEY NOT NULL,
	"trip_id" uuid NOT NULL,
	"position" text COLLATE "C" NOT NULL,
	"created_by" uuid,
	"deleted_at" timestamp (3) with time zone,
	"version" integer DEFAULT 1 NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"title" text NOT NULL,
	"url" text NOT NULL,
	"notes" text,
	CONSTRAINT "links_position_check" CHECK (length("links"."position") between 1 and 64)
);
--> statement-breakpoint
ALTER TABLE "links" ADD CONSTRAINT "links_trip_id_trips_id_fk" FOREIGN KEY ("trip_id") REFERENCES "public"."trips"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "links_trip_id_position_idx" ON "links" USING btree ("trip_id","position");