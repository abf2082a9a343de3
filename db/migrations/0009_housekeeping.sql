DROP INDEX "notifications_trip_id_idx";--> statement-breakpoint
DROP INDEX "decisions_deadline_idx";--> statement-breakpoint
CREATE INDEX "verifications_value_idx" ON "verifications" USING hash ("value");--> statement-breakpoint
CREATE INDEX "notifications_unread_idx" ON "notifications" USING btree ("user_id","id") WHERE "notifications"."read_at" is null;--> statement-breakpoint
CREATE INDEX "notifications_trip_id_entity_id_idx" ON "notifications" USING btree ("trip_id",("details"->>'entityId'));--> statement-breakpoint
CREATE INDEX "trips_deleted_at_idx" ON "trips" USING btree ("deleted_at","id") WHERE "trips"."deleted_at" is not null;--> statement-breakpoint
CREATE INDEX "decisions_deadline_idx" ON "decisions" USING btree ("deadline","id") WHERE "decisions"."status" = 'open' and "decisions"."deleted_at" is null and "decisions"."deadline" is not null;