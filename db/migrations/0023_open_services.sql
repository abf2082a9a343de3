CREATE TABLE "open_service_answers" (
	"key" text PRIMARY KEY NOT NULL,
	"answer" jsonb,
	"expires_at" timestamp (3) with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "open_service_turns" (
	"service" text PRIMARY KEY NOT NULL,
	"next_at" timestamp (3) with time zone NOT NULL
);
--> statement-breakpoint
CREATE INDEX "open_service_answers_expires_at_idx" ON "open_service_answers" USING btree ("expires_at");