CREATE TABLE `api_keys` (
	`id` integer PRIMARY KEY NOT NULL,
	`merchant_id` integer NOT NULL,
	`hash` text NOT NULL,
	`last4` text NOT NULL,
	`created_at` integer NOT NULL,
	`revoked_at` integer,
	FOREIGN KEY (`merchant_id`) REFERENCES `merchants`(`id`) ON UPDATE no action ON DELETE no action
);
--> statement-breakpoint
CREATE UNIQUE INDEX `api_keys_hash_unique` ON `api_keys` (`hash`);--> statement-breakpoint
CREATE TABLE `campaigns` (
	`id` integer PRIMARY KEY NOT NULL,
	`merchant_id` integer NOT NULL,
	`name` text NOT NULL,
	`budget` integer NOT NULL,
	`spent` integer NOT NULL,
	`reserved` integer NOT NULL,
	`per_wallet_cap` integer,
	`status` text NOT NULL,
	`starts_at` integer NOT NULL,
	`ends_at` integer NOT NULL,
	`reference` text NOT NULL,
	`contract_campaign_id` integer,
	`tx_hash` text,
	`error_message` text,
	`next_number` integer NOT NULL,
	`created_at` integer NOT NULL,
	`updated_at` integer NOT NULL,
	FOREIGN KEY (`merchant_id`) REFERENCES `merchants`(`id`) ON UPDATE no action ON DELETE no action,
	CONSTRAINT "campaigns_budget_holds" CHECK(spent >= 0 and reserved >= 0 and spent + reserved <= budget)
);
--> statement-breakpoint
CREATE UNIQUE INDEX `campaigns_reference_unique` ON `campaigns` (`reference`);--> statement-breakpoint
CREATE UNIQUE INDEX `campaigns_contract_campaign_id_unique` ON `campaigns` (`contract_campaign_id`);--> statement-breakpoint
CREATE INDEX `campaigns_by_merchant` ON `campaigns` (`merchant_id`,`id`);--> statement-breakpoint
CREATE TABLE `contract_events` (
	`id` text PRIMARY KEY NOT NULL,
	`contract_id` text NOT NULL,
	`contract` text NOT NULL,
	`type` text NOT NULL,
	`ledger` integer NOT NULL,
	`ledger_closed_at` integer NOT NULL,
	`tx_hash` text NOT NULL,
	`data` text NOT NULL
);
--> statement-breakpoint
CREATE INDEX `contract_events_by_contract` ON `contract_events` (`contract`,`type`,`id`);--> statement-breakpoint
CREATE INDEX `contract_events_by_type` ON `contract_events` (`type`,`id`);--> statement-breakpoint
CREATE INDEX `contract_events_by_tx` ON `contract_events` (`tx_hash`);--> statement-breakpoint
CREATE INDEX `contract_events_by_ledger` ON `contract_events` (`ledger`);--> statement-breakpoint
CREATE TABLE `dead_letters` (
	`id` integer PRIMARY KEY NOT NULL,
	`queue` text NOT NULL,
	`job_key` text NOT NULL,
	`group_key` text NOT NULL,
	`payload` text NOT NULL,
	`attempts` integer NOT NULL,
	`reason` text NOT NULL,
	`failed_at` integer NOT NULL,
	`redriven_at` integer
);
--> statement-breakpoint
CREATE INDEX `dead_letters_by_key` ON `dead_letters` (`queue`,`job_key`);--> statement-breakpoint
CREATE TABLE `facts` (
	`name` text PRIMARY KEY NOT NULL,
	`value` text NOT NULL
);
--> statement-breakpoint
CREATE TABLE `idempotency_records` (
	`scope` text NOT NULL,
	`key` text NOT NULL,
	`route` text NOT NULL,
	`body_hash` text NOT NULL,
	`status` integer NOT NULL,
	`response` text NOT NULL,
	`created_at` integer NOT NULL,
	PRIMARY KEY(`scope`, `key`)
);
--> statement-breakpoint
CREATE TABLE `indexer_cursors` (
	`name` text PRIMARY KEY NOT NULL,
	`cursor` text,
	`ledger` integer NOT NULL,
	`updated_at` integer NOT NULL
);
--> statement-breakpoint
CREATE TABLE `indexer_gaps` (
	`id` integer PRIMARY KEY NOT NULL,
	`from_ledger` integer NOT NULL,
	`to_ledger` integer NOT NULL,
	`found_at` integer NOT NULL
);
--> statement-breakpoint
CREATE TABLE `reward_issuances` (
	`id` integer PRIMARY KEY NOT NULL,
	`merchant_id` integer NOT NULL,
	`idempotency_key` text NOT NULL,
	`campaign_id` integer NOT NULL,
	`user_id` integer,
	`wallet_address` text NOT NULL,
	`amount` integer NOT NULL,
	`status` text NOT NULL,
	`number` integer NOT NULL,
	`reference` text NOT NULL,
	`submission_id` integer,
	`tx_hash` text,
	`error_message` text,
	`attempts` integer NOT NULL,
	`created_at` integer NOT NULL,
	`updated_at` integer NOT NULL,
	FOREIGN KEY (`merchant_id`) REFERENCES `merchants`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`campaign_id`) REFERENCES `campaigns`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`submission_id`) REFERENCES `submissions`(`id`) ON UPDATE no action ON DELETE no action
);
--> statement-breakpoint
CREATE UNIQUE INDEX `issuances_by_key` ON `reward_issuances` (`merchant_id`,`idempotency_key`);--> statement-breakpoint
CREATE UNIQUE INDEX `issuances_by_number` ON `reward_issuances` (`campaign_id`,`number`);--> statement-breakpoint
CREATE INDEX `issuances_by_merchant` ON `reward_issuances` (`merchant_id`,`id`);--> statement-breakpoint
CREATE INDEX `issuances_by_wallet` ON `reward_issuances` (`wallet_address`);--> statement-breakpoint
CREATE INDEX `issuances_by_submission` ON `reward_issuances` (`submission_id`);--> statement-breakpoint
CREATE TABLE `jobs` (
	`id` integer PRIMARY KEY NOT NULL,
	`queue` text NOT NULL,
	`key` text NOT NULL,
	`group_key` text NOT NULL,
	`payload` text NOT NULL,
	`run_at` integer NOT NULL,
	`attempts` integer NOT NULL,
	`max_attempts` integer NOT NULL,
	`lease_owner` text,
	`lease_until` integer,
	`last_error` text,
	`created_at` integer NOT NULL
);
--> statement-breakpoint
CREATE UNIQUE INDEX `jobs_by_key` ON `jobs` (`queue`,`key`);--> statement-breakpoint
CREATE INDEX `jobs_due` ON `jobs` (`queue`,`group_key`,`run_at`,`lease_until`);--> statement-breakpoint
CREATE TABLE `merchants` (
	`id` integer PRIMARY KEY NOT NULL,
	`name` text NOT NULL,
	`email` text NOT NULL,
	`created_at` integer NOT NULL
);
--> statement-breakpoint
CREATE UNIQUE INDEX `merchants_email_unique` ON `merchants` (`email`);--> statement-breakpoint
CREATE TABLE `submission_hashes` (
	`hash` text PRIMARY KEY NOT NULL,
	`submission_id` integer NOT NULL,
	`fee` integer NOT NULL,
	FOREIGN KEY (`submission_id`) REFERENCES `submissions`(`id`) ON UPDATE no action ON DELETE no action
);
--> statement-breakpoint
CREATE TABLE `submissions` (
	`id` integer PRIMARY KEY NOT NULL,
	`kind` text NOT NULL,
	`campaign_id` integer,
	`merchant_id` integer,
	`envelope` text NOT NULL,
	`inner_hash` text NOT NULL,
	`channel` text NOT NULL,
	`sequence` text NOT NULL,
	`max_ledger` integer NOT NULL,
	`max_time` integer NOT NULL,
	`state` text NOT NULL,
	`tx_hash` text,
	`ledger` integer,
	`batch_seq` integer,
	`error_message` text,
	`created_at` integer NOT NULL,
	`updated_at` integer NOT NULL,
	FOREIGN KEY (`campaign_id`) REFERENCES `campaigns`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`merchant_id`) REFERENCES `merchants`(`id`) ON UPDATE no action ON DELETE no action
);
--> statement-breakpoint
CREATE UNIQUE INDEX `submissions_inner_hash_unique` ON `submissions` (`inner_hash`);--> statement-breakpoint
CREATE INDEX `submissions_open` ON `submissions` (`channel`) WHERE state = 'stored';--> statement-breakpoint
CREATE INDEX `submissions_by_kind` ON `submissions` (`kind`,`batch_seq`);