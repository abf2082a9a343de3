-- One live day per date. Checked at commit, because shifting a range passes through states in which two days share one.
ALTER TABLE "days" ADD CONSTRAINT "days_trip_id_date_excl"
  EXCLUDE USING btree ("trip_id" WITH =, "date" WITH =) WHERE ("deleted_at" IS NULL)
  DEFERRABLE INITIALLY DEFERRED;
