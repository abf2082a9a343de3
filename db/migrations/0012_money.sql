CREATE TABLE "expenses" (
	"id" uuid PRIMARY KEY NOT NULL,
	"trip_id" uuid NOT NULL,
	"title" text NOT NULL,
	"money" jsonb NOT NULL,
	"rate" jsonb,
	"category" text NOT NULL,
	"spent_on" date NOT NULL,
	"notes" text,
	"stop_id" uuid,
	"reservation_id" uuid,
	"nights" integer,
	"people" uuid[],
	"created_by" uuid,
	"deleted_at" timestamp (3) with time zone,
	"version" integer DEFAULT 1 NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "expenses_trip_id_id_key" UNIQUE("trip_id","id"),
	CONSTRAINT "expenses_title_check" CHECK (length("expenses"."title") between 1 and 200),
	CONSTRAINT "expenses_money_check" CHECK (("expenses"."money"->>'amount')::numeric <> 0)
);
--> statement-breakpoint
CREATE TABLE "settlements" (
	"id" uuid PRIMARY KEY NOT NULL,
	"trip_id" uuid NOT NULL,
	"from_id" uuid NOT NULL,
	"to_id" uuid NOT NULL,
	"amount" bigint NOT NULL,
	"currency" text NOT NULL,
	"rate" jsonb,
	"paid_on" date NOT NULL,
	"note" text,
	"private" boolean DEFAULT false NOT NULL,
	"created_by" uuid,
	"deleted_at" timestamp (3) with time zone,
	"version" integer DEFAULT 1 NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "settlements_amount_check" CHECK ("settlements"."amount" > 0),
	CONSTRAINT "settlements_people_check" CHECK ("settlements"."from_id" <> "settlements"."to_id")
);
--> statement-breakpoint
ALTER TABLE "comment_reads" DROP CONSTRAINT "comment_reads_target_kind_check";--> statement-breakpoint
ALTER TABLE "comments" DROP CONSTRAINT "comments_target_kind_check";--> statement-breakpoint
ALTER TABLE "attachments" DROP CONSTRAINT "attachments_target_kind_check";--> statement-breakpoint
ALTER TABLE "trips" ADD COLUMN "former_currencies" jsonb DEFAULT '[]'::jsonb NOT NULL;--> statement-breakpoint
ALTER TABLE "trips" ADD COLUMN "budget" jsonb;--> statement-breakpoint
ALTER TABLE "expenses" ADD CONSTRAINT "expenses_trip_id_trips_id_fk" FOREIGN KEY ("trip_id") REFERENCES "public"."trips"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "expenses" ADD CONSTRAINT "expenses_stop_fkey" FOREIGN KEY ("trip_id","stop_id") REFERENCES "public"."stops"("trip_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "expenses" ADD CONSTRAINT "expenses_reservation_fkey" FOREIGN KEY ("trip_id","reservation_id") REFERENCES "public"."reservations"("trip_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "settlements" ADD CONSTRAINT "settlements_trip_id_trips_id_fk" FOREIGN KEY ("trip_id") REFERENCES "public"."trips"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "settlements" ADD CONSTRAINT "settlements_from_id_trip_members_id_fk" FOREIGN KEY ("from_id") REFERENCES "public"."trip_members"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "settlements" ADD CONSTRAINT "settlements_to_id_trip_members_id_fk" FOREIGN KEY ("to_id") REFERENCES "public"."trip_members"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "expenses_trip_id_spent_on_id_idx" ON "expenses" USING btree ("trip_id","spent_on" DESC NULLS FIRST,"id" DESC NULLS FIRST) WHERE "expenses"."deleted_at" is null;--> statement-breakpoint
CREATE INDEX "expenses_trip_id_stop_id_idx" ON "expenses" USING btree ("trip_id","stop_id");--> statement-breakpoint
CREATE INDEX "expenses_trip_id_reservation_id_idx" ON "expenses" USING btree ("trip_id","reservation_id");--> statement-breakpoint
CREATE INDEX "settlements_trip_id_idx" ON "settlements" USING btree ("trip_id");--> statement-breakpoint
CREATE INDEX "settlements_from_id_idx" ON "settlements" USING btree ("from_id");--> statement-breakpoint
CREATE INDEX "settlements_to_id_idx" ON "settlements" USING btree ("to_id");--> statement-breakpoint
ALTER TABLE "comment_reads" ADD CONSTRAINT "comment_reads_target_kind_check" CHECK ("comment_reads"."target_kind" in ('trip', 'stop', 'reservation', 'expense'));--> statement-breakpoint
ALTER TABLE "comments" ADD CONSTRAINT "comments_target_kind_check" CHECK ("comments"."target_kind" in ('trip', 'stop', 'reservation', 'expense'));--> statement-breakpoint
ALTER TABLE "attachments" ADD CONSTRAINT "attachments_target_kind_check" CHECK ("attachments"."target_kind" in ('trip', 'stop', 'reservation', 'expense'));