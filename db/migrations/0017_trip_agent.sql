CREATE TABLE "agent_events" (
	"trip_id" uuid NOT NULL,
	"cursor" bigint NOT NULL,
	"run_id" uuid,
	"body" jsonb NOT NULL,
	"at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "agent_events_trip_id_cursor_pk" PRIMARY KEY("trip_id","cursor")
);
--> statement-breakpoint
CREATE TABLE "agent_messages" (
	"id" uuid PRIMARY KEY NOT NULL,
	"trip_id" uuid NOT NULL,
	"run_id" uuid NOT NULL,
	"role" text NOT NULL,
	"member_id" uuid NOT NULL,
	"parts" jsonb NOT NULL,
	"cursor" bigint NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "agent_runs" (
	"id" uuid PRIMARY KEY NOT NULL,
	"trip_id" uuid NOT NULL,
	"user_id" uuid NOT NULL,
	"member_id" uuid NOT NULL,
	"message_id" uuid NOT NULL,
	"reply_id" uuid NOT NULL,
	"group_id" uuid NOT NULL,
	"mode" text NOT NULL,
	"status" text DEFAULT 'running' NOT NULL,
	"fault" jsonb,
	"steps" integer DEFAULT 0 NOT NULL,
	"input_tokens" integer DEFAULT 0 NOT NULL,
	"output_tokens" integer DEFAULT 0 NOT NULL,
	"cost" bigint DEFAULT 0 NOT NULL,
	"started_at" timestamp (3) with time zone NOT NULL,
	"ended_at" timestamp (3) with time zone,
	CONSTRAINT "agent_runs_status_check" CHECK ("agent_runs"."status" in ('running', 'done', 'failed', 'cancelled', 'interrupted')),
	CONSTRAINT "agent_runs_ended_check" CHECK (("agent_runs"."status" = 'running') = ("agent_runs"."ended_at" is null))
);
--> statement-breakpoint
CREATE TABLE "agent_threads" (
	"trip_id" uuid PRIMARY KEY NOT NULL,
	"cursor" bigint DEFAULT 0 NOT NULL,
	"mode" text DEFAULT 'apply' NOT NULL,
	"run_id" uuid,
	"run_batch" integer DEFAULT 0 NOT NULL,
	"lease_until" timestamp (3) with time zone,
	"cancelled_at" timestamp (3) with time zone,
	"cancelled_by" uuid,
	"summary" text,
	"summary_until" uuid,
	CONSTRAINT "agent_threads_mode_check" CHECK ("agent_threads"."mode" in ('apply', 'propose')),
	CONSTRAINT "agent_threads_lease_check" CHECK (("agent_threads"."run_id" is null) = ("agent_threads"."lease_until" is null))
);
--> statement-breakpoint
ALTER TABLE "agent_events" ADD CONSTRAINT "agent_events_trip_id_trips_id_fk" FOREIGN KEY ("trip_id") REFERENCES "public"."trips"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "agent_messages" ADD CONSTRAINT "agent_messages_trip_id_trips_id_fk" FOREIGN KEY ("trip_id") REFERENCES "public"."trips"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "agent_runs" ADD CONSTRAINT "agent_runs_trip_id_trips_id_fk" FOREIGN KEY ("trip_id") REFERENCES "public"."trips"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "agent_threads" ADD CONSTRAINT "agent_threads_trip_id_trips_id_fk" FOREIGN KEY ("trip_id") REFERENCES "public"."trips"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "agent_events_run_id_idx" ON "agent_events" USING btree ("run_id","cursor");--> statement-breakpoint
CREATE INDEX "agent_messages_trip_id_idx" ON "agent_messages" USING btree ("trip_id","cursor");--> statement-breakpoint
CREATE INDEX "agent_messages_member_id_idx" ON "agent_messages" USING btree ("member_id","id");--> statement-breakpoint
CREATE INDEX "agent_runs_trip_id_idx" ON "agent_runs" USING btree ("trip_id","started_at");--> statement-breakpoint
CREATE INDEX "agent_runs_user_id_idx" ON "agent_runs" USING btree ("user_id","started_at");--> statement-breakpoint
CREATE INDEX "agent_threads_lease_until_idx" ON "agent_threads" USING btree ("lease_until") WHERE "agent_threads"."run_id" is not null;