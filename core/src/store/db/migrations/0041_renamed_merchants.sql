CREATE TABLE `renamed_merchants` (
	`merchant_id` integer PRIMARY KEY NOT NULL,
	`done` integer NOT NULL,
	FOREIGN KEY (`merchant_id`) REFERENCES `merchants`(`id`) ON UPDATE no action ON DELETE no action
);
--> statement-breakpoint
-- A merchant has any number of records, so a job names them again in parts.
DROP TRIGGER `search_merchant_renamed`;
--> statement-breakpoint
CREATE TRIGGER `search_merchant_renamed` AFTER UPDATE OF name ON `merchants`
WHEN old.name IS NOT new.name
BEGIN
  INSERT INTO renamed_merchants (merchant_id, done) VALUES (new.id, 0) ON CONFLICT (merchant_id) DO UPDATE SET done = 0;
END;
