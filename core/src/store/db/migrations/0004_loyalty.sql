CREATE TABLE `audit_log` (
	`id` integer PRIMARY KEY NOT NULL,
	`actor` text NOT NULL,
	`action` text NOT NULL,
	`subject` text NOT NULL,
	`detail` text NOT NULL,
	`created_at` integer NOT NULL
);
--> statement-breakpoint
CREATE INDEX `audit_log_by_actor` ON `audit_log` (`actor`,`id`);--> statement-breakpoint
CREATE INDEX `audit_log_by_action` ON `audit_log` (`action`,`id`);--> statement-breakpoint
CREATE INDEX `audit_log_by_subject` ON `audit_log` (`subject`,`id`);--> statement-breakpoint
CREATE TABLE `wallet_envelopes` (
	`id` integer PRIMARY KEY NOT NULL,
	`hash` text NOT NULL,
	`kind` text NOT NULL,
	`user_id` integer NOT NULL,
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
	FOREIGN KEY (`drop_id`) REFERENCES `drops`(`id`) ON UPDATE no action ON DELETE no action
);
--> statement-breakpoint
CREATE UNIQUE INDEX `wallet_envelopes_hash_unique` ON `wallet_envelopes` (`hash`);--> statement-breakpoint
CREATE UNIQUE INDEX `wallet_envelopes_pending` ON `wallet_envelopes` (`wallet_address`) WHERE status = 'pending';--> statement-breakpoint
CREATE INDEX `wallet_envelopes_built` ON `wallet_envelopes` (`created_at`) WHERE status = 'built';--> statement-breakpoint
CREATE INDEX `wallet_envelopes_by_user` ON `wallet_envelopes` (`user_id`,`created_at`);--> statement-breakpoint
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
CREATE INDEX `merchant_grants_by_merchant` ON `merchant_grants` (`merchant_id`,`id`);--> statement-breakpoint
CREATE TABLE `point_events` (
	`id` integer PRIMARY KEY NOT NULL,
	`merchant_id` integer NOT NULL,
	`reference` text NOT NULL,
	`user_id` integer NOT NULL,
	`event` text NOT NULL,
	`amount` integer,
	`currency` text,
	`grants` text NOT NULL,
	`created_at` integer NOT NULL,
	`cancelled_at` integer,
	FOREIGN KEY (`merchant_id`) REFERENCES `merchants`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`user_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE no action
);
--> statement-breakpoint
CREATE UNIQUE INDEX `point_events_by_reference` ON `point_events` (`merchant_id`,`reference`);--> statement-breakpoint
CREATE TABLE `point_rule_uses` (
	`rule_id` integer NOT NULL,
	`user_id` integer NOT NULL,
	`day` integer NOT NULL,
	`points` integer NOT NULL,
	PRIMARY KEY(`rule_id`, `user_id`, `day`),
	FOREIGN KEY (`rule_id`) REFERENCES `point_rules`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`user_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE no action
);
--> statement-breakpoint
CREATE TABLE `point_rules` (
	`id` integer PRIMARY KEY NOT NULL,
	`merchant_id` integer NOT NULL,
	`campaign_id` integer NOT NULL,
	`kind` text NOT NULL,
	`event` text,
	`points` integer NOT NULL,
	`per` integer,
	`currency` text,
	`multiply` integer NOT NULL,
	`daily_cap` integer,
	`user_cap` integer,
	`budget` integer,
	`granted` integer NOT NULL,
	`hold_days` integer NOT NULL,
	`expire_days` integer,
	`created_at` integer NOT NULL,
	`updated_at` integer NOT NULL,
	`ended_at` integer,
	FOREIGN KEY (`merchant_id`) REFERENCES `merchants`(`id`) ON UPDATE no action ON DELETE no action,
	CONSTRAINT "point_rules_hold" CHECK(granted >= 0 and (budget is null or granted <= budget))
);
--> statement-breakpoint
CREATE INDEX `point_rules_by_campaign` ON `point_rules` (`campaign_id`,`id`);--> statement-breakpoint
CREATE INDEX `point_rules_by_event` ON `point_rules` (`merchant_id`,`kind`,`event`) WHERE ended_at is null;--> statement-breakpoint
CREATE TABLE `pending_points` (
	`transaction_id` integer PRIMARY KEY NOT NULL,
	`user_id` integer NOT NULL,
	`purse` integer NOT NULL,
	`points` integer NOT NULL,
	`available_at` integer NOT NULL,
	`expires_at` integer NOT NULL,
	FOREIGN KEY (`transaction_id`) REFERENCES `point_transactions`(`id`) ON UPDATE no action ON DELETE no action
);
--> statement-breakpoint
CREATE INDEX `pending_points_by_user` ON `pending_points` (`user_id`,`available_at`);--> statement-breakpoint
CREATE INDEX `pending_points_by_time` ON `pending_points` (`available_at`);--> statement-breakpoint
CREATE TABLE `point_balances` (
	`user_id` integer NOT NULL,
	`purse` integer NOT NULL,
	`balance` integer NOT NULL,
	`lifetime` integer NOT NULL,
	PRIMARY KEY(`user_id`, `purse`),
	FOREIGN KEY (`user_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE no action,
	CONSTRAINT "point_balances_hold" CHECK(balance >= 0 and lifetime >= 0)
);
--> statement-breakpoint
CREATE TABLE `point_lots` (
	`user_id` integer NOT NULL,
	`purse` integer NOT NULL,
	`expires_at` integer NOT NULL,
	`points` integer NOT NULL,
	PRIMARY KEY(`user_id`, `purse`, `expires_at`),
	FOREIGN KEY (`user_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE no action,
	CONSTRAINT "point_lots_hold" CHECK(points >= 0)
);
--> statement-breakpoint
CREATE INDEX `point_lots_by_expiry` ON `point_lots` (`expires_at`);--> statement-breakpoint
CREATE TABLE `point_transactions` (
	`id` integer PRIMARY KEY NOT NULL,
	`user_id` integer NOT NULL,
	`merchant_id` integer,
	`kind` text NOT NULL,
	`points` integer NOT NULL,
	`cause` text NOT NULL,
	`reason` text,
	`reverses` integer,
	`available_at` integer NOT NULL,
	`expires_at` integer,
	`created_at` integer NOT NULL,
	FOREIGN KEY (`user_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`merchant_id`) REFERENCES `merchants`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`reverses`) REFERENCES `point_transactions`(`id`) ON UPDATE no action ON DELETE no action,
	CONSTRAINT "point_transactions_move_something" CHECK(points <> 0)
);
--> statement-breakpoint
CREATE UNIQUE INDEX `point_transactions_by_cause` ON `point_transactions` (`user_id`,`cause`);--> statement-breakpoint
CREATE UNIQUE INDEX `point_transactions_by_reversed` ON `point_transactions` (`reverses`);--> statement-breakpoint
CREATE INDEX `point_transactions_by_user` ON `point_transactions` (`user_id`,`id`);--> statement-breakpoint
CREATE INDEX `point_transactions_by_merchant` ON `point_transactions` (`merchant_id`,`id`);--> statement-breakpoint
CREATE INDEX `point_transactions_by_time` ON `point_transactions` (`created_at`);--> statement-breakpoint
CREATE TABLE `point_uses` (
	`transaction_id` integer NOT NULL,
	`expires_at` integer NOT NULL,
	`points` integer NOT NULL,
	PRIMARY KEY(`transaction_id`, `expires_at`),
	FOREIGN KEY (`transaction_id`) REFERENCES `point_transactions`(`id`) ON UPDATE no action ON DELETE no action
);
--> statement-breakpoint
CREATE TABLE `catalogue_items` (
	`id` integer PRIMARY KEY NOT NULL,
	`merchant_id` integer NOT NULL,
	`name` text NOT NULL,
	`description` text,
	`price` integer,
	`price_version` integer NOT NULL,
	`stock` integer,
	`platform_points` integer NOT NULL,
	`contract_item_id` text,
	`token_price` integer,
	`token_price_version` integer,
	`token_active` integer,
	`status` text NOT NULL,
	`starts_at` integer,
	`ends_at` integer,
	`created_at` integer NOT NULL,
	`updated_at` integer NOT NULL,
	FOREIGN KEY (`merchant_id`) REFERENCES `merchants`(`id`) ON UPDATE no action ON DELETE no action,
	CONSTRAINT "catalogue_stock_holds" CHECK(stock >= 0),
	CONSTRAINT "catalogue_price_holds" CHECK(price >= 1)
);
--> statement-breakpoint
CREATE UNIQUE INDEX `catalogue_items_contract_item_id_unique` ON `catalogue_items` (`contract_item_id`);--> statement-breakpoint
CREATE INDEX `catalogue_by_merchant` ON `catalogue_items` (`merchant_id`,`id`);--> statement-breakpoint
CREATE INDEX `catalogue_by_status` ON `catalogue_items` (`status`,`id`);--> statement-breakpoint
CREATE TABLE `redemptions` (
	`id` integer PRIMARY KEY NOT NULL,
	`kind` text NOT NULL,
	`user_id` integer,
	`merchant_id` integer,
	`item_id` integer,
	`item_name` text,
	`quantity` integer NOT NULL,
	`price_version` integer NOT NULL,
	`status` text NOT NULL,
	`next_status` text,
	`error_message` text,
	`reason` text,
	`price` integer,
	`points` integer,
	`took_stock` integer NOT NULL,
	`wallet_address` text,
	`contract_redemption_id` integer,
	`contract_item_id` text,
	`amount` integer,
	`reference` text,
	`deadline` integer,
	`tx_hash` text,
	`end_tx_hash` text,
	`created_at` integer NOT NULL,
	`updated_at` integer NOT NULL,
	FOREIGN KEY (`user_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`merchant_id`) REFERENCES `merchants`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`item_id`) REFERENCES `catalogue_items`(`id`) ON UPDATE no action ON DELETE no action,
	CONSTRAINT "redemptions_kind_holds" CHECK((kind = 'points') = (points is not null))
);
--> statement-breakpoint
CREATE INDEX `redemptions_by_user` ON `redemptions` (`user_id`,`id`);--> statement-breakpoint
CREATE INDEX `redemptions_by_merchant` ON `redemptions` (`merchant_id`,`id`);--> statement-breakpoint
CREATE INDEX `redemptions_by_status` ON `redemptions` (`merchant_id`,`status`,`id`);--> statement-breakpoint
CREATE INDEX `redemptions_by_item` ON `redemptions` (`item_id`,`id`);--> statement-breakpoint
CREATE UNIQUE INDEX `redemptions_by_contract_id` ON `redemptions` (`contract_redemption_id`);--> statement-breakpoint
CREATE TABLE `report_schedules` (
	`id` integer PRIMARY KEY NOT NULL,
	`kind` text NOT NULL,
	`format` text NOT NULL,
	`cron` text NOT NULL,
	`period_days` integer NOT NULL,
	`next_run_at` integer NOT NULL,
	`created_at` integer NOT NULL
);
--> statement-breakpoint
CREATE TABLE `reports` (
	`id` integer PRIMARY KEY NOT NULL,
	`kind` text NOT NULL,
	`format` text NOT NULL,
	`period_from` integer NOT NULL,
	`period_to` integer NOT NULL,
	`status` text NOT NULL,
	`scanned` integer NOT NULL,
	`rows` integer NOT NULL,
	`bytes` integer,
	`sha256` text,
	`error_message` text,
	`schedule_id` integer,
	`created_at` integer NOT NULL,
	`finished_at` integer
);
--> statement-breakpoint
CREATE INDEX `reports_by_status` ON `reports` (`status`,`id`);--> statement-breakpoint
CREATE UNIQUE INDEX `reports_by_schedule` ON `reports` (`schedule_id`,`period_to`);--> statement-breakpoint
CREATE TABLE `scheduled_tasks` (
	`name` text PRIMARY KEY NOT NULL,
	`schedule` text NOT NULL,
	`next_run_at` integer,
	`lease_owner` text,
	`lease_until` integer,
	`progress` text,
	`last_started_at` integer,
	`last_finished_at` integer,
	`last_status` text,
	`last_result` text,
	`last_error` text,
	`failures` integer NOT NULL
);
--> statement-breakpoint
CREATE TABLE `search_analytics` (
	`id` integer PRIMARY KEY NOT NULL,
	`nonce` text NOT NULL,
	`query` text NOT NULL,
	`type` text,
	`searcher` text NOT NULL,
	`hits` integer NOT NULL,
	`took_ms` integer NOT NULL,
	`clicked_type` text,
	`clicked_id` integer,
	`clicked_at` integer,
	`created_at` integer NOT NULL
);
--> statement-breakpoint
CREATE UNIQUE INDEX `search_analytics_nonce_unique` ON `search_analytics` (`nonce`);--> statement-breakpoint
CREATE INDEX `search_analytics_by_time` ON `search_analytics` (`created_at`);--> statement-breakpoint
DROP INDEX `issuances_confirmed`;--> statement-breakpoint
DROP INDEX `issuances_by_wallet`;--> statement-breakpoint
CREATE INDEX `issuances_by_status` ON `reward_issuances` (`merchant_id`,`status`,`id`);--> statement-breakpoint
CREATE INDEX `issuances_by_wallet` ON `reward_issuances` (`wallet_address`,`merchant_id`,`id`);--> statement-breakpoint
ALTER TABLE `email_logs` ADD `redemption_id` integer REFERENCES redemptions(id);--> statement-breakpoint
ALTER TABLE `users` ADD `first_reward_at` integer;--> statement-breakpoint
CREATE INDEX `users_deleted` ON `users` (`id`) WHERE deleted_at is not null;--> statement-breakpoint
CREATE INDEX `contract_events_to` ON `contract_events` (data ->> '$.to',`id`) WHERE contract = 'asset';--> statement-breakpoint
CREATE INDEX `contract_events_from` ON `contract_events` (data ->> '$.from',`id`) WHERE contract = 'asset';--> statement-breakpoint
CREATE INDEX `sessions_by_start` ON `sessions` (`created_at`);