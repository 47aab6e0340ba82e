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
ALTER TABLE `users` ADD `first_reward_at` integer;--> statement-breakpoint
CREATE INDEX `sessions_by_start` ON `sessions` (`created_at`);