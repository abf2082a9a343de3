CREATE TABLE "guest_claims" (
	"guest_id" uuid PRIMARY KEY NOT NULL,
	"user_id" uuid NOT NULL,
	"due_at" timestamp (3) with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "comment_reads" (
	"member_id" uuid NOT NULL,
	"target_kind" text NOT NULL,
	"target_id" uuid NOT NULL,
	"trip_id" uuid NOT NULL,
	"up_to" uuid NOT NULL,
	"updated_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "comment_reads_member_id_target_kind_target_id_pk" PRIMARY KEY("member_id","target_kind","target_id"),
	CONSTRAINT "comment_reads_target_kind_check" CHECK ("comment_reads"."target_kind" in ('trip', 'stop', 'reservation'))
);
--> statement-breakpoint
CREATE TABLE "decisions" (
	"id" uuid PRIMARY KEY NOT NULL,
	"trip_id" uuid NOT NULL,
	"title" text NOT NULL,
	"notes" text,
	"candidates" uuid[] DEFAULT '{}' NOT NULL,
	"deadline" timestamp (3) with time zone,
	"day_id" uuid,
	"status" text DEFAULT 'open' NOT NULL,
	"winner_id" uuid,
	"closed_at" timestamp (3) with time zone,
	"created_by" uuid,
	"deleted_at" timestamp (3) with time zone,
	"version" integer DEFAULT 1 NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "decisions_title_check" CHECK (length("decisions"."title") between 1 and 200),
	CONSTRAINT "decisions_status_check" CHECK ("decisions"."status" in ('open', 'tied', 'closed')),
	CONSTRAINT "decisions_closed_check" CHECK (("decisions"."status" = 'closed') = ("decisions"."closed_at" is not null))
);
--> statement-breakpoint
CREATE TABLE "suggestions" (
	"id" uuid PRIMARY KEY NOT NULL,
	"trip_id" uuid NOT NULL,
	"member_id" uuid NOT NULL,
	"note" text,
	"lines" jsonb NOT NULL,
	"base_seq" integer NOT NULL,
	"status" text DEFAULT 'open' NOT NULL,
	"answer" text,
	"answered_by" uuid,
	"answered_at" timestamp (3) with time zone,
	"version" integer DEFAULT 1 NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "suggestions_status_check" CHECK ("suggestions"."status" in ('open', 'accepted', 'partly', 'dismissed', 'withdrawn'))
);
--> statement-breakpoint
CREATE TABLE "items" (
	"id" uuid PRIMARY KEY NOT NULL,
	"trip_id" uuid NOT NULL,
	"list" text NOT NULL,
	"position" text COLLATE "C" NOT NULL,
	"text" text NOT NULL,
	"section" text,
	"assignee_id" uuid,
	"due_date" date,
	"done_at" timestamp (3) with time zone,
	"owner_id" uuid,
	"created_by" uuid,
	"deleted_at" timestamp (3) with time zone,
	"version" integer DEFAULT 1 NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "items_list_check" CHECK ("items"."list" in ('packing', 'todo')),
	CONSTRAINT "items_text_check" CHECK (length("items"."text") between 1 and 300),
	CONSTRAINT "items_position_check" CHECK (length("items"."position") between 1 and 64)
);
--> statement-breakpoint
CREATE TABLE "calendar_feeds" (
	"id" uuid PRIMARY KEY NOT NULL,
	"trip_id" uuid NOT NULL,
	"member_id" uuid NOT NULL,
	"token_hash" text NOT NULL,
	"scope" text DEFAULT 'all' NOT NULL,
	"read_at" timestamp (3) with time zone,
	"revoked_at" timestamp (3) with time zone,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "notifications" (
	"id" uuid PRIMARY KEY NOT NULL,
	"user_id" uuid NOT NULL,
	"trip_id" uuid NOT NULL,
	"kind" text NOT NULL,
	"actor_id" uuid,
	"details" jsonb NOT NULL,
	"read_at" timestamp (3) with time zone,
	"push_at" timestamp (3) with time zone,
	"push_attempts" integer DEFAULT 0 NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "push_subscriptions" (
	"id" uuid PRIMARY KEY NOT NULL,
	"user_id" uuid NOT NULL,
	"session_id" uuid,
	"endpoint" text NOT NULL,
	"p256dh" text NOT NULL,
	"auth" text NOT NULL,
	"locale" text NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "trip_notification_settings" (
	"user_id" uuid NOT NULL,
	"trip_id" uuid NOT NULL,
	"settings" jsonb NOT NULL,
	"updated_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "trip_notification_settings_user_id_trip_id_pk" PRIMARY KEY("user_id","trip_id")
);
--> statement-breakpoint
CREATE TABLE "attachments" (
	"id" uuid PRIMARY KEY NOT NULL,
	"trip_id" uuid NOT NULL,
	"target_kind" text NOT NULL,
	"target_id" uuid NOT NULL,
	"name" text NOT NULL,
	"content_type" text NOT NULL,
	"size" integer NOT NULL,
	"digest" text NOT NULL,
	"object_key" text NOT NULL,
	"member_id" uuid,
	"deleted_at" timestamp (3) with time zone,
	"purged_at" timestamp (3) with time zone,
	"version" integer DEFAULT 1 NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "attachments_object_key_key" UNIQUE("object_key"),
	CONSTRAINT "attachments_size_check" CHECK ("attachments"."size" between 1 and 10485760),
	CONSTRAINT "attachments_name_check" CHECK (length("attachments"."name") between 1 and 200),
	CONSTRAINT "attachments_target_kind_check" CHECK ("attachments"."target_kind" in ('trip', 'stop', 'reservation'))
);
--> statement-breakpoint
CREATE TABLE "reservations" (
	"id" uuid PRIMARY KEY NOT NULL,
	"trip_id" uuid NOT NULL,
	"kind" text NOT NULL,
	"title" text NOT NULL,
	"start_local" text,
	"start_zone" text,
	"start_at" timestamp (3) with time zone,
	"end_local" text,
	"end_zone" text,
	"from_place" jsonb,
	"to_place" jsonb,
	"confirmation" text,
	"provider" text,
	"contact" text,
	"url" text,
	"notes" text,
	"cost_amount" bigint,
	"cost_currency" text,
	"stop_id" uuid,
	"participants" uuid[],
	"created_by" uuid,
	"deleted_at" timestamp (3) with time zone,
	"version" integer DEFAULT 1 NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "reservations_trip_id_id_key" UNIQUE("trip_id","id"),
	CONSTRAINT "reservations_title_check" CHECK (length("reservations"."title") between 1 and 200),
	CONSTRAINT "reservations_ends_check" CHECK (("reservations"."start_local" is null) = ("reservations"."start_zone" is null) and ("reservations"."end_local" is null) = ("reservations"."end_zone" is null)
        and ("reservations"."end_local" is null or "reservations"."start_local" is not null)),
	CONSTRAINT "reservations_cost_check" CHECK (("reservations"."cost_amount" is null) = ("reservations"."cost_currency" is null) and "reservations"."cost_amount" >= 0)
);
--> statement-breakpoint
ALTER TABLE "invites" DROP CONSTRAINT "invites_role_check";--> statement-breakpoint
ALTER TABLE "comments" DROP CONSTRAINT "comments_target_kind_check";--> statement-breakpoint
ALTER TABLE "users" ADD COLUMN "is_anonymous" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "invites" ADD COLUMN "member_id" uuid;--> statement-breakpoint
ALTER TABLE "trip_members" ADD COLUMN "invite_id" uuid;--> statement-breakpoint
ALTER TABLE "comments" ADD COLUMN "mentions" uuid[] DEFAULT '{}' NOT NULL;--> statement-breakpoint
ALTER TABLE "stops" ADD COLUMN "hours" jsonb;--> statement-breakpoint
ALTER TABLE "user_preferences" ADD COLUMN "units" text;--> statement-breakpoint
ALTER TABLE "user_preferences" ADD COLUMN "notifications" jsonb DEFAULT '{}'::jsonb NOT NULL;--> statement-breakpoint
ALTER TABLE "guest_claims" ADD CONSTRAINT "guest_claims_guest_id_users_id_fk" FOREIGN KEY ("guest_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "guest_claims" ADD CONSTRAINT "guest_claims_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "comment_reads" ADD CONSTRAINT "comment_reads_member_id_trip_members_id_fk" FOREIGN KEY ("member_id") REFERENCES "public"."trip_members"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "comment_reads" ADD CONSTRAINT "comment_reads_trip_id_trips_id_fk" FOREIGN KEY ("trip_id") REFERENCES "public"."trips"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "decisions" ADD CONSTRAINT "decisions_trip_id_trips_id_fk" FOREIGN KEY ("trip_id") REFERENCES "public"."trips"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "decisions" ADD CONSTRAINT "decisions_day_fkey" FOREIGN KEY ("trip_id","day_id") REFERENCES "public"."days"("trip_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "suggestions" ADD CONSTRAINT "suggestions_trip_id_trips_id_fk" FOREIGN KEY ("trip_id") REFERENCES "public"."trips"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "suggestions" ADD CONSTRAINT "suggestions_member_id_trip_members_id_fk" FOREIGN KEY ("member_id") REFERENCES "public"."trip_members"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "items" ADD CONSTRAINT "items_trip_id_trips_id_fk" FOREIGN KEY ("trip_id") REFERENCES "public"."trips"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "items" ADD CONSTRAINT "items_assignee_id_trip_members_id_fk" FOREIGN KEY ("assignee_id") REFERENCES "public"."trip_members"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "calendar_feeds" ADD CONSTRAINT "calendar_feeds_trip_id_trips_id_fk" FOREIGN KEY ("trip_id") REFERENCES "public"."trips"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "calendar_feeds" ADD CONSTRAINT "calendar_feeds_member_id_trip_members_id_fk" FOREIGN KEY ("member_id") REFERENCES "public"."trip_members"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "notifications" ADD CONSTRAINT "notifications_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "notifications" ADD CONSTRAINT "notifications_trip_id_trips_id_fk" FOREIGN KEY ("trip_id") REFERENCES "public"."trips"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "push_subscriptions" ADD CONSTRAINT "push_subscriptions_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "trip_notification_settings" ADD CONSTRAINT "trip_notification_settings_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "trip_notification_settings" ADD CONSTRAINT "trip_notification_settings_trip_id_trips_id_fk" FOREIGN KEY ("trip_id") REFERENCES "public"."trips"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "attachments" ADD CONSTRAINT "attachments_trip_id_trips_id_fk" FOREIGN KEY ("trip_id") REFERENCES "public"."trips"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "reservations" ADD CONSTRAINT "reservations_trip_id_trips_id_fk" FOREIGN KEY ("trip_id") REFERENCES "public"."trips"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "stops" ADD CONSTRAINT "stops_trip_id_id_key" UNIQUE("trip_id","id");--> statement-breakpoint
ALTER TABLE "reservations" ADD CONSTRAINT "reservations_stop_fkey" FOREIGN KEY ("trip_id","stop_id") REFERENCES "public"."stops"("trip_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "guest_claims_due_at_idx" ON "guest_claims" USING btree ("due_at");--> statement-breakpoint
CREATE INDEX "guest_claims_user_id_idx" ON "guest_claims" USING btree ("user_id");--> statement-breakpoint
CREATE INDEX "comment_reads_trip_id_idx" ON "comment_reads" USING btree ("trip_id");--> statement-breakpoint
CREATE INDEX "decisions_trip_id_idx" ON "decisions" USING btree ("trip_id","day_id");--> statement-breakpoint
CREATE INDEX "decisions_deadline_idx" ON "decisions" USING btree ("deadline") WHERE "decisions"."status" = 'open' and "decisions"."deleted_at" is null and "decisions"."deadline" is not null;--> statement-breakpoint
CREATE INDEX "suggestions_trip_id_idx" ON "suggestions" USING btree ("trip_id","status");--> statement-breakpoint
CREATE INDEX "suggestions_member_id_idx" ON "suggestions" USING btree ("member_id");--> statement-breakpoint
CREATE INDEX "items_trip_id_list_position_idx" ON "items" USING btree ("trip_id","list","position");--> statement-breakpoint
CREATE INDEX "items_assignee_id_idx" ON "items" USING btree ("assignee_id");--> statement-breakpoint
CREATE UNIQUE INDEX "calendar_feeds_token_hash_idx" ON "calendar_feeds" USING btree ("token_hash");--> statement-breakpoint
CREATE INDEX "calendar_feeds_trip_id_idx" ON "calendar_feeds" USING btree ("trip_id");--> statement-breakpoint
CREATE INDEX "calendar_feeds_member_id_idx" ON "calendar_feeds" USING btree ("member_id");--> statement-breakpoint
CREATE INDEX "notifications_user_id_idx" ON "notifications" USING btree ("user_id","id");--> statement-breakpoint
CREATE INDEX "notifications_trip_id_idx" ON "notifications" USING btree ("trip_id");--> statement-breakpoint
CREATE INDEX "notifications_push_at_idx" ON "notifications" USING btree ("push_at") WHERE "notifications"."push_at" is not null;--> statement-breakpoint
CREATE UNIQUE INDEX "push_subscriptions_endpoint_idx" ON "push_subscriptions" USING btree ("endpoint");--> statement-breakpoint
CREATE INDEX "push_subscriptions_user_id_idx" ON "push_subscriptions" USING btree ("user_id");--> statement-breakpoint
CREATE INDEX "push_subscriptions_session_id_idx" ON "push_subscriptions" USING btree ("session_id");--> statement-breakpoint
CREATE INDEX "trip_notification_settings_trip_id_idx" ON "trip_notification_settings" USING btree ("trip_id");--> statement-breakpoint
CREATE INDEX "attachments_trip_id_target_idx" ON "attachments" USING btree ("trip_id","target_kind","target_id");--> statement-breakpoint
CREATE INDEX "attachments_deleted_at_idx" ON "attachments" USING btree ("deleted_at") WHERE "attachments"."deleted_at" is not null and "attachments"."purged_at" is null;--> statement-breakpoint
CREATE INDEX "reservations_trip_id_stop_id_idx" ON "reservations" USING btree ("trip_id","stop_id");--> statement-breakpoint
ALTER TABLE "invites" ADD CONSTRAINT "invites_member_id_trip_members_id_fk" FOREIGN KEY ("member_id") REFERENCES "public"."trip_members"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "users_anonymous_idx" ON "users" USING btree ("id") WHERE "users"."is_anonymous";--> statement-breakpoint
CREATE INDEX "invites_member_id_idx" ON "invites" USING btree ("member_id");--> statement-breakpoint
ALTER TABLE "invites" ADD CONSTRAINT "invites_role_check" CHECK ("invites"."role" in ('guest', 'viewer', 'editor'));--> statement-breakpoint
ALTER TABLE "comments" ADD CONSTRAINT "comments_target_kind_check" CHECK ("comments"."target_kind" in ('trip', 'stop', 'reservation'));--> statement-breakpoint
ALTER TABLE "user_preferences" ADD CONSTRAINT "user_preferences_units_check" CHECK ("user_preferences"."units" in ('metric', 'imperial'));