CREATE TABLE `vesting_schedules` (
	`id` integer PRIMARY KEY NOT NULL,
	`schedule` text NOT NULL,
	`funder` text NOT NULL,
	`granted_to` text NOT NULL,
	`beneficiary` text NOT NULL,
	`status` text NOT NULL,
	`total` integer NOT NULL,
	`released` integer NOT NULL,
	`refunded` integer NOT NULL,
	`revocable` integer NOT NULL,
	`revoked_at` integer,
	`offered_to` text,
	`offer_ends_at` integer,
	`tx_hash` text NOT NULL,
	`created_at` integer NOT NULL,
	`updated_at` integer NOT NULL
);
--> statement-breakpoint
CREATE UNIQUE INDEX `vesting_schedules_schedule_unique` ON `vesting_schedules` (`schedule`);--> statement-breakpoint
CREATE INDEX `vesting_by_funder` ON `vesting_schedules` (`funder`,`id`);--> statement-breakpoint
CREATE INDEX `vesting_by_beneficiary` ON `vesting_schedules` (`beneficiary`,`id`);--> statement-breakpoint
CREATE INDEX `vesting_by_offer` ON `vesting_schedules` (`offered_to`,`id`);--> statement-breakpoint
PRAGMA foreign_keys=OFF;--> statement-breakpoint
CREATE TABLE `__new_wallet_envelopes` (
	`id` integer PRIMARY KEY NOT NULL,
	`hash` text NOT NULL,
	`kind` text NOT NULL,
	`user_id` integer,
	`merchant_id` integer,
	`wallet_address` text NOT NULL,
	`envelope` text NOT NULL,
	`sequence` text NOT NULL,
	`max_ledger` integer NOT NULL,
	`max_time` integer NOT NULL,
	`drop_id` integer,
	`leaf` integer,
	`call_arguments` text,
	`status` text NOT NULL,
	`bump_hash` text,
	`tx_hash` text,
	`error_message` text,
	`created_at` integer NOT NULL,
	`updated_at` integer NOT NULL,
	FOREIGN KEY (`user_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`merchant_id`) REFERENCES `merchants`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`drop_id`) REFERENCES `drops`(`id`) ON UPDATE no action ON DELETE no action
);
--> statement-breakpoint
INSERT INTO `__new_wallet_envelopes`("id", "hash", "kind", "user_id", "merchant_id", "wallet_address", "envelope", "sequence", "max_ledger", "max_time", "drop_id", "leaf", "call_arguments", "status", "bump_hash", "tx_hash", "error_message", "created_at", "updated_at") SELECT "id", "hash", "kind", "user_id", NULL, "wallet_address", "envelope", "sequence", "max_ledger", "max_time", "drop_id", "leaf", "call_arguments", "status", "bump_hash", "tx_hash", "error_message", "created_at", "updated_at" FROM `wallet_envelopes`;--> statement-breakpoint
DROP TABLE `wallet_envelopes`;--> statement-breakpoint
ALTER TABLE `__new_wallet_envelopes` RENAME TO `wallet_envelopes`;--> statement-breakpoint
PRAGMA foreign_keys=ON;--> statement-breakpoint
CREATE UNIQUE INDEX `wallet_envelopes_hash_unique` ON `wallet_envelopes` (`hash`);--> statement-breakpoint
CREATE UNIQUE INDEX `wallet_envelopes_pending` ON `wallet_envelopes` (`wallet_address`) WHERE status = 'pending';--> statement-breakpoint
CREATE INDEX `wallet_envelopes_built` ON `wallet_envelopes` (`created_at`) WHERE status = 'built';--> statement-breakpoint
CREATE INDEX `wallet_envelopes_by_user` ON `wallet_envelopes` (`user_id`,`created_at`);--> statement-breakpoint
CREATE INDEX `wallet_envelopes_by_merchant` ON `wallet_envelopes` (`merchant_id`,`wallet_address`);