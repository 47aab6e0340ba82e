CREATE TABLE `paid_total` (
	`id` integer PRIMARY KEY NOT NULL,
	`paid` integer NOT NULL,
	`fingerprint` blob NOT NULL
);
--> statement-breakpoint
ALTER TABLE `campaigns` DROP COLUMN `paid`;