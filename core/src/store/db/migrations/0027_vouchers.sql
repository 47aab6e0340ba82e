CREATE TABLE `voucher_batches` (
	`id` integer PRIMARY KEY NOT NULL,
	`merchant_id` integer NOT NULL,
	`campaign_id` integer NOT NULL,
	`amount` integer NOT NULL,
	`count` integer NOT NULL,
	`expires_at` integer NOT NULL,
	`created_at` integer NOT NULL,
	FOREIGN KEY (`merchant_id`) REFERENCES `merchants`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`campaign_id`) REFERENCES `campaigns`(`id`) ON UPDATE no action ON DELETE no action
);
--> statement-breakpoint
CREATE INDEX `voucher_batches_by_campaign` ON `voucher_batches` (`campaign_id`,`id`);--> statement-breakpoint
CREATE TABLE `vouchers` (
	`id` integer PRIMARY KEY NOT NULL,
	`batch_id` integer NOT NULL,
	`campaign_id` integer NOT NULL,
	`code_hash` text NOT NULL,
	`reference` text NOT NULL,
	`status` text NOT NULL,
	`updated_at` integer NOT NULL,
	FOREIGN KEY (`batch_id`) REFERENCES `voucher_batches`(`id`) ON UPDATE no action ON DELETE no action
);
--> statement-breakpoint
CREATE UNIQUE INDEX `vouchers_code_hash_unique` ON `vouchers` (`code_hash`);--> statement-breakpoint
CREATE INDEX `vouchers_by_campaign` ON `vouchers` (`campaign_id`,`id`);--> statement-breakpoint
CREATE INDEX `vouchers_by_status` ON `vouchers` (`campaign_id`,`status`,`id`);--> statement-breakpoint
CREATE INDEX `vouchers_by_batch` ON `vouchers` (`batch_id`,`status`);--> statement-breakpoint
CREATE INDEX `vouchers_by_reference` ON `vouchers` (`reference`);--> statement-breakpoint
ALTER TABLE `reward_issuances` ADD `voucher_id` integer REFERENCES vouchers(id);--> statement-breakpoint
CREATE UNIQUE INDEX `issuances_by_voucher` ON `reward_issuances` (`voucher_id`) WHERE voucher_id is not null;