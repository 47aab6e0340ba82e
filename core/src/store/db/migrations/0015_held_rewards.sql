ALTER TABLE `campaigns` ADD `on_missing_trustline` text DEFAULT 'fail' NOT NULL;--> statement-breakpoint
ALTER TABLE `campaigns` ADD `hold_until` integer;--> statement-breakpoint
ALTER TABLE `reward_issuances` ADD `held_at` integer;--> statement-breakpoint
CREATE INDEX `issuances_held` ON `reward_issuances` (`wallet_address`) WHERE held_at is not null;