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
CREATE INDEX `point_events_by_user` ON `point_events` (`user_id`,`merchant_id`);