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
ALTER TABLE `email_logs` ADD `redemption_id` integer REFERENCES redemptions(id);