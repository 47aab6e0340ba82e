CREATE TABLE `merchant_grants` (
	`id` integer PRIMARY KEY NOT NULL,
	`merchant_id` integer NOT NULL,
	`amount` integer NOT NULL,
	`reference` text NOT NULL,
	`status` text NOT NULL,
	`tx_hash` text,
	`error_message` text,
	`created_at` integer NOT NULL,
	`updated_at` integer NOT NULL,
	FOREIGN KEY (`merchant_id`) REFERENCES `merchants`(`id`) ON UPDATE no action ON DELETE no action
);
--> statement-breakpoint
CREATE UNIQUE INDEX `merchant_grants_reference_unique` ON `merchant_grants` (`reference`);--> statement-breakpoint
CREATE INDEX `merchant_grants_by_merchant` ON `merchant_grants` (`merchant_id`,`id`);