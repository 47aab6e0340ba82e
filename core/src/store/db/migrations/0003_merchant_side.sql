CREATE TABLE `drop_shares` (
	`drop_id` integer NOT NULL,
	`leaf` integer NOT NULL,
	`wallet_address` text NOT NULL,
	`amount` integer NOT NULL,
	`proof` text NOT NULL,
	`claim_status` text,
	`claim_tx_hash` text,
	`claim_error` text,
	PRIMARY KEY(`drop_id`, `leaf`),
	FOREIGN KEY (`drop_id`) REFERENCES `drops`(`id`) ON UPDATE no action ON DELETE no action
);
--> statement-breakpoint
CREATE INDEX `drop_shares_by_wallet` ON `drop_shares` (`wallet_address`,`drop_id`);--> statement-breakpoint
CREATE TABLE `drops` (
	`id` integer PRIMARY KEY NOT NULL,
	`merchant_id` integer NOT NULL,
	`name` text NOT NULL,
	`reference` text NOT NULL,
	`root` text NOT NULL,
	`total` integer NOT NULL,
	`leaves` integer NOT NULL,
	`status` text NOT NULL,
	`opens_at` integer NOT NULL,
	`expires_at` integer NOT NULL,
	`contract_drop_id` integer,
	`tx_hash` text,
	`sweep_tx_hash` text,
	`remainder` integer,
	`error_message` text,
	`created_at` integer NOT NULL,
	`updated_at` integer NOT NULL,
	FOREIGN KEY (`merchant_id`) REFERENCES `merchants`(`id`) ON UPDATE no action ON DELETE no action
);
--> statement-breakpoint
CREATE UNIQUE INDEX `drops_reference_unique` ON `drops` (`reference`);--> statement-breakpoint
CREATE UNIQUE INDEX `drops_contract_drop_id_unique` ON `drops` (`contract_drop_id`);--> statement-breakpoint
CREATE INDEX `drops_by_merchant` ON `drops` (`merchant_id`,`id`);--> statement-breakpoint
ALTER TABLE `api_keys` ADD `name` text DEFAULT 'default' NOT NULL;--> statement-breakpoint
ALTER TABLE `api_keys` ADD `scopes` text DEFAULT '["read","issue","campaigns","drops","account"]' NOT NULL;--> statement-breakpoint
ALTER TABLE `api_keys` ADD `expires_at` integer;--> statement-breakpoint
ALTER TABLE `api_keys` ADD `last_used_at` integer;--> statement-breakpoint
CREATE INDEX `api_keys_by_merchant` ON `api_keys` (`merchant_id`,`id`);--> statement-breakpoint
ALTER TABLE `campaigns` ADD `next_status` text;--> statement-breakpoint
ALTER TABLE `campaigns` ADD `status_tx_hash` text;--> statement-breakpoint
ALTER TABLE `campaigns` ADD `remainder` integer;--> statement-breakpoint
ALTER TABLE `submissions` ADD `job_key` text;--> statement-breakpoint
CREATE INDEX `issuances_confirmed` ON `reward_issuances` (`merchant_id`,`id`) WHERE status = 'confirmed';