-- The date on the wall in a zone. A zone that this server's data does not know must not take a whole list down.
CREATE FUNCTION "wall_date"("at" timestamptz, "zone" text) RETURNS date LANGUAGE plpgsql STABLE AS $$
BEGIN
  RETURN ("at" AT TIME ZONE "zone")::date;
EXCEPTION WHEN invalid_parameter_value THEN
  RETURN ("at" AT TIME ZONE 'UTC')::date;
END
$$;
