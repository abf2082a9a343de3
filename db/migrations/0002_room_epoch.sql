ALTER TABLE "trips" ADD COLUMN "room_epoch" integer DEFAULT 0 NOT NULL;--> statement-breakpoint
-- Rooms that are open while this runs know nothing of epochs: they are told of everything until they say otherwise.
UPDATE "trips" SET "room_epoch" = 1;
