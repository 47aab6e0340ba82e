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
CREATE INDEX `contract_events_to` ON `contract_events` (data ->> '$.to',`id`) WHERE contract = 'asset';--> statement-breakpoint
CREATE INDEX `contract_events_from` ON `contract_events` (data ->> '$.from',`id`) WHERE contract = 'asset';