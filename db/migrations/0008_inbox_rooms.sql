CREATE TABLE "inbox_rooms" (
	"user_id" uuid PRIMARY KEY NOT NULL,
	"epoch" integer NOT NULL,
	"seq" integer DEFAULT 0 NOT NULL,
	"due_at" timestamp (3) with time zone
);
--> statement-breakpoint
ALTER TABLE "notifications" ADD COLUMN "push_to" uuid[];--> statement-breakpoint
ALTER TABLE "inbox_rooms" ADD CONSTRAINT "inbox_rooms_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "inbox_rooms_due_at_idx" ON "inbox_rooms" USING btree ("due_at") WHERE "inbox_rooms"."due_at" is not null;--> statement-breakpoint
ALTER TABLE "push_subscriptions" ADD CONSTRAINT "push_subscriptions_session_id_sessions_id_fk" FOREIGN KEY ("session_id") REFERENCES "public"."sessions"("id") ON DELETE cascade ON UPDATE no action;