CREATE TABLE `escrow_proposals` (
	`id` integer PRIMARY KEY NOT NULL,
	`contract_escrow_id` text NOT NULL,
	`wallet_address` text NOT NULL,
	`action` text NOT NULL,
	`milestone` integer NOT NULL,
	`share` integer,
	`deadline` integer,
	`entry` text NOT NULL,
	`max_ledger` integer NOT NULL,
	`signed_entry` text,
	`expires_at` integer NOT NULL,
	`created_at` integer NOT NULL
);
--> statement-breakpoint
CREATE INDEX `escrow_proposals_by_escrow` ON `escrow_proposals` (`contract_escrow_id`,`id`);--> statement-breakpoint
CREATE INDEX `escrow_proposals_by_expiry` ON `escrow_proposals` (`expires_at`);--> statement-breakpoint
CREATE TABLE `escrows` (
	`id` integer PRIMARY KEY NOT NULL,
	`contract_escrow_id` text NOT NULL,
	`depositor` text NOT NULL,
	`beneficiary` text NOT NULL,
	`arbiter` text NOT NULL,
	`amount` integer NOT NULL,
	`held` integer NOT NULL,
	`bound` integer NOT NULL,
	`disputed` integer NOT NULL,
	`tx_hash` text NOT NULL,
	`created_at` integer NOT NULL,
	`updated_at` integer NOT NULL
);
--> statement-breakpoint
CREATE UNIQUE INDEX `escrows_contract_escrow_id_unique` ON `escrows` (`contract_escrow_id`);--> statement-breakpoint
CREATE INDEX `escrows_by_depositor` ON `escrows` (`depositor`,`id`);--> statement-breakpoint
CREATE INDEX `escrows_by_beneficiary` ON `escrows` (`beneficiary`,`id`);--> statement-breakpoint
CREATE INDEX `escrows_by_arbiter` ON `escrows` (`arbiter`,`id`);--> statement-breakpoint
CREATE TABLE `governance_proposals` (
	`id` integer PRIMARY KEY NOT NULL,
	`reference` text NOT NULL,
	`proposer` text NOT NULL,
	`description` text NOT NULL,
	`calls` text NOT NULL,
	`snapshot` integer NOT NULL,
	`vote_end` integer NOT NULL,
	`quorum` integer NOT NULL,
	`threshold_bps` integer NOT NULL,
	`in_favour` integer NOT NULL,
	`against` integer NOT NULL,
	`abstain` integer NOT NULL,
	`is_winning` integer NOT NULL,
	`executable_from` integer,
	`executable_until` integer,
	`outcome` text,
	`tx_hash` text NOT NULL,
	`created_at` integer NOT NULL,
	`updated_at` integer NOT NULL
);
--> statement-breakpoint
CREATE UNIQUE INDEX `governance_proposals_reference_unique` ON `governance_proposals` (`reference`);--> statement-breakpoint
CREATE INDEX `governance_proposals_by_proposer` ON `governance_proposals` (`proposer`,`id`);--> statement-breakpoint
CREATE TABLE `governance_stakes` (
	`id` integer PRIMARY KEY NOT NULL,
	`wallet_address` text NOT NULL,
	`votes` integer NOT NULL,
	`warming` integer NOT NULL,
	`warming_since` integer,
	`cooling` integer NOT NULL,
	`cooling_until` integer,
	`updated_at` integer NOT NULL
);
--> statement-breakpoint
CREATE UNIQUE INDEX `governance_stakes_wallet_address_unique` ON `governance_stakes` (`wallet_address`);--> statement-breakpoint
CREATE TABLE `governance_votes` (
	`id` integer PRIMARY KEY NOT NULL,
	`proposal_id` integer NOT NULL,
	`voter` text NOT NULL,
	`support` text NOT NULL,
	`weight` integer NOT NULL,
	`tx_hash` text NOT NULL,
	`created_at` integer NOT NULL,
	FOREIGN KEY (`proposal_id`) REFERENCES `governance_proposals`(`id`) ON UPDATE no action ON DELETE no action
);
--> statement-breakpoint
CREATE UNIQUE INDEX `governance_votes_by_voter` ON `governance_votes` (`proposal_id`,`voter`);--> statement-breakpoint
CREATE INDEX `governance_votes_by_proposal` ON `governance_votes` (`proposal_id`,`id`);--> statement-breakpoint
CREATE TABLE `referral_program_changes` (
	`merchant_id` integer PRIMARY KEY NOT NULL,
	`sponsor` text NOT NULL,
	`bonus_referrer` integer NOT NULL,
	`bonus_newcomer` integer NOT NULL,
	`referrer_cap` integer NOT NULL,
	`budget` integer NOT NULL,
	`starts_at` integer NOT NULL,
	`ends_at` integer NOT NULL,
	`clawback_seconds` integer NOT NULL,
	`qualifies_on` text NOT NULL,
	`min_spend` integer,
	`currency` text,
	`replaces` text,
	`status` text NOT NULL,
	`error_message` text,
	`created_at` integer NOT NULL,
	`updated_at` integer NOT NULL,
	FOREIGN KEY (`merchant_id`) REFERENCES `merchants`(`id`) ON UPDATE no action ON DELETE no action
);
--> statement-breakpoint
CREATE TABLE `referral_programs` (
	`id` integer PRIMARY KEY NOT NULL,
	`merchant_id` integer NOT NULL,
	`sponsor` text NOT NULL,
	`bonus_referrer` integer NOT NULL,
	`bonus_newcomer` integer NOT NULL,
	`referrer_cap` integer NOT NULL,
	`budget` integer NOT NULL,
	`starts_at` integer NOT NULL,
	`ends_at` integer NOT NULL,
	`clawback_seconds` integer NOT NULL,
	`qualifies_on` text,
	`min_spend` integer,
	`currency` text,
	`tx_hash` text,
	`created_at` integer NOT NULL,
	`updated_at` integer NOT NULL,
	FOREIGN KEY (`merchant_id`) REFERENCES `merchants`(`id`) ON UPDATE no action ON DELETE no action
);
--> statement-breakpoint
CREATE UNIQUE INDEX `referral_programs_merchant_id_unique` ON `referral_programs` (`merchant_id`);--> statement-breakpoint
CREATE TABLE `referral_wallets` (
	`address` text PRIMARY KEY NOT NULL,
	`enrolled_at` integer,
	`referrer` text,
	`bound_at` integer
);
--> statement-breakpoint
CREATE TABLE `referrals` (
	`id` integer PRIMARY KEY NOT NULL,
	`merchant_id` integer NOT NULL,
	`newcomer` text NOT NULL,
	`referrer` text NOT NULL,
	`user_id` integer,
	`cause` text,
	`status` text NOT NULL,
	`next_status` text,
	`error_message` text,
	`reason` text,
	`bonus_newcomer` integer,
	`newcomer_status` text,
	`bonus_referrer` integer,
	`referrer_status` text,
	`claimable_at` integer,
	`expires_at` integer,
	`tx_hash` text,
	`newcomer_tx_hash` text,
	`referrer_tx_hash` text,
	`created_at` integer NOT NULL,
	`updated_at` integer NOT NULL,
	FOREIGN KEY (`merchant_id`) REFERENCES `merchants`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`user_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE no action,
	CONSTRAINT "referrals_hold" CHECK((status in ('qualifying', 'failed')) = (claimable_at is null))
);
--> statement-breakpoint
CREATE UNIQUE INDEX `referrals_by_newcomer` ON `referrals` (`newcomer`,`merchant_id`);--> statement-breakpoint
CREATE INDEX `referrals_by_referrer` ON `referrals` (`referrer`,`id`);--> statement-breakpoint
CREATE INDEX `referrals_by_merchant` ON `referrals` (`merchant_id`,`id`);--> statement-breakpoint
CREATE INDEX `referrals_by_status` ON `referrals` (`merchant_id`,`status`,`id`);--> statement-breakpoint
CREATE INDEX `referrals_by_user` ON `referrals` (`user_id`,`merchant_id`);--> statement-breakpoint
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
CREATE INDEX `wallet_envelopes_by_merchant` ON `wallet_envelopes` (`merchant_id`,`wallet_address`);--> statement-breakpoint
ALTER TABLE `campaigns` ADD `next_budget` integer;--> statement-breakpoint
ALTER TABLE `campaigns` ADD `next_ends_at` integer;--> statement-breakpoint
ALTER TABLE `email_logs` ADD `event_id` text;--> statement-breakpoint
CREATE UNIQUE INDEX `email_logs_event_id_unique` ON `email_logs` (`event_id`);--> statement-breakpoint
CREATE INDEX `contract_events_escrows` ON `contract_events` (data ->> '$.id',`id`) WHERE contract = 'escrow';--> statement-breakpoint
CREATE INDEX `point_events_by_user` ON `point_events` (`user_id`,`merchant_id`);