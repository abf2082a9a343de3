ALTER TABLE "idempotency_keys" DROP CONSTRAINT "idempotency_keys_user_id_users_id_fk";
--> statement-breakpoint
CREATE FUNCTION "forget_keys"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  DELETE FROM "idempotency_keys" WHERE "user_id" = OLD."id";
  RETURN NULL;
END
$$;--> statement-breakpoint
CREATE TRIGGER "users_forget_keys" AFTER DELETE ON "users" FOR EACH ROW EXECUTE FUNCTION "forget_keys"();
