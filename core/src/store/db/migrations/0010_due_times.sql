DROP INDEX `jobs_due`;--> statement-breakpoint
ALTER TABLE `jobs` ADD `queued_at` integer DEFAULT 0 NOT NULL;--> statement-breakpoint
-- Not before then; of older jobs nobody noted it.
UPDATE `jobs` SET `queued_at` = `created_at`;--> statement-breakpoint
CREATE INDEX `jobs_due` ON `jobs` (`queue`,`group_key`,`run_at`) WHERE lease_owner is null;--> statement-breakpoint
ALTER TABLE `jobs` DROP COLUMN `lease_until`;
