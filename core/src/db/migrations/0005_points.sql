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
