CREATE TABLE `merchant_fees` (
	`merchant_id` integer NOT NULL,
	`day` integer NOT NULL,
	`fees` integer NOT NULL,
	PRIMARY KEY(`merchant_id`, `day`),
	FOREIGN KEY (`merchant_id`) REFERENCES `merchants`(`id`) ON UPDATE no action ON DELETE no action
);
--> statement-breakpoint
CREATE TABLE `payout_epoch` (
	`id` integer PRIMARY KEY NOT NULL,
	`epoch` integer NOT NULL,
	`intended` integer NOT NULL,
	`first_number` integer NOT NULL,
	`status` text NOT NULL,
	`reason` text,
	`updated_at` integer NOT NULL
);
--> statement-breakpoint
DROP INDEX `contract_events_batches`;--> statement-breakpoint
DROP INDEX `submissions_by_kind`;--> statement-breakpoint
ALTER TABLE `submissions` ADD `fee_charged` integer;--> statement-breakpoint
CREATE INDEX `submissions_by_tx` ON `submissions` (`tx_hash`);--> statement-breakpoint
CREATE TABLE `__new_reward_issuances` (
	`id` integer PRIMARY KEY NOT NULL,
	`merchant_id` integer NOT NULL,
	`idempotency_key` text NOT NULL,
	`campaign_id` integer NOT NULL,
	`user_id` integer,
	`wallet_address` text,
	`amount` integer,
	`status` text NOT NULL,
	`number` integer NOT NULL,
	`reference` text NOT NULL,
	`submission_id` integer,
	`tx_hash` text,
	`error_message` text,
	`attempts` integer NOT NULL,
	`claimed_at` integer,
	`rebuilt_at` integer,
	`created_at` integer NOT NULL,
	`updated_at` integer NOT NULL,
	FOREIGN KEY (`merchant_id`) REFERENCES `merchants`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`campaign_id`) REFERENCES `campaigns`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`submission_id`) REFERENCES `submissions`(`id`) ON UPDATE no action ON DELETE no action
);
--> statement-breakpoint
INSERT INTO `__new_reward_issuances`("id", "merchant_id", "idempotency_key", "campaign_id", "user_id", "wallet_address", "amount", "status", "number", "reference", "submission_id", "tx_hash", "error_message", "attempts", "claimed_at", "rebuilt_at", "created_at", "updated_at") SELECT "id", "merchant_id", "idempotency_key", "campaign_id", "user_id", "wallet_address", "amount", "status", "number", "reference", "submission_id", "tx_hash", "error_message", "attempts", null, null, "created_at", "updated_at" FROM `reward_issuances`;--> statement-breakpoint
DROP TABLE `reward_issuances`;--> statement-breakpoint
ALTER TABLE `__new_reward_issuances` RENAME TO `reward_issuances`;--> statement-breakpoint
CREATE UNIQUE INDEX `issuances_by_key` ON `reward_issuances` (`merchant_id`,`idempotency_key`);--> statement-breakpoint
CREATE UNIQUE INDEX `issuances_by_number` ON `reward_issuances` (`campaign_id`,`number`);--> statement-breakpoint
CREATE INDEX `issuances_by_merchant` ON `reward_issuances` (`merchant_id`,`id`);--> statement-breakpoint
CREATE INDEX `issuances_by_status` ON `reward_issuances` (`merchant_id`,`status`,`id`);--> statement-breakpoint
CREATE INDEX `issuances_by_wallet` ON `reward_issuances` (`wallet_address`,`merchant_id`,`id`);--> statement-breakpoint
CREATE INDEX `issuances_by_submission` ON `reward_issuances` (`submission_id`);--> statement-breakpoint
CREATE INDEX `issuances_unexplained` ON `reward_issuances` (`campaign_id`,`number`) WHERE status = 'confirmed' and tx_hash is null;--> statement-breakpoint
ALTER TABLE `campaigns` ADD `paid` integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE `jobs` ADD `failures` integer DEFAULT 0 NOT NULL;--> statement-breakpoint
-- Until now a failed attempt was what was counted; one under way isn't failed yet.
UPDATE `jobs` SET `failures` = max(0, `attempts` - (`lease_owner` is not null));--> statement-breakpoint
-- What the fence of earlier releases said.
INSERT INTO `payout_epoch` (`id`, `epoch`, `intended`, `first_number`, `status`, `reason`, `updated_at`)
SELECT 1, 0, 0, 1, CASE WHEN `value` IN ('unknown', 'restored') THEN 'rebuilding' ELSE 'open' END,
  CASE WHEN `value` IN ('unknown', 'restored') THEN 'the database was restored from a backup' END, 0
FROM `facts` WHERE `name` = 'payouts';--> statement-breakpoint
DELETE FROM `facts` WHERE `name` IN ('payouts', 'rebuilt_batches');
