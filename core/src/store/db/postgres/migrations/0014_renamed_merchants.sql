CREATE TABLE "renamed_merchants" (
	"merchant_id" bigint PRIMARY KEY NOT NULL,
	"done" bigint NOT NULL
);
--> statement-breakpoint
ALTER TABLE "renamed_merchants" ADD CONSTRAINT "renamed_merchants_merchant_id_merchants_id_fk" FOREIGN KEY ("merchant_id") REFERENCES "public"."merchants"("id") ON DELETE no action ON UPDATE no action;
--> statement-breakpoint
-- A merchant has any number of records, so a job names them again in parts.
CREATE OR REPLACE FUNCTION search_merchant() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO renamed_merchants (merchant_id, done) VALUES (NEW.id, 0) ON CONFLICT (merchant_id) DO UPDATE SET done = 0;
  RETURN NULL;
END;
$$;
