-- The ordering key behind a list's last one, as `keyBetween(last, null)` in lib/shared/order.ts makes it; null where only that can.
CREATE FUNCTION "order_key_after"("last" text) RETURNS text LANGUAGE plpgsql IMMUTABLE AS $$
DECLARE
  "digits" CONSTANT text := '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz';
  -- Tells how many digits follow: two after 'b' or 'Y', one after 'a' or 'Z'.
  "head" int := ascii("last");
  "size" int := CASE WHEN "head" >= ascii('a') THEN "head" - ascii('a') + 1 ELSE ascii('Z') - "head" + 1 END;
  "whole" text := substr("last", 2, "size");
  "digit" int;
BEGIN
  IF "last" IS NULL THEN RETURN 'a0'; END IF;
  FOR "at" IN REVERSE "size" .. 1 LOOP
    "digit" := strpos("digits", substr("whole", "at", 1));
    IF "digit" < 62 THEN
      RETURN chr("head") || left("whole", "at" - 1) || substr("digits", "digit" + 1, 1) || repeat('0', "size" - "at");
    END IF;
  END LOOP;
  RETURN CASE
    WHEN "head" = ascii('Z') THEN 'a0'
    WHEN "head" = ascii('z') THEN NULL
    WHEN "head" >= ascii('a') THEN chr("head" + 1) || repeat('0', "size" + 1)
    ELSE chr("head" + 1) || repeat('0', "size" - 1)
  END;
END
$$;
