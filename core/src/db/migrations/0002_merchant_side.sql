ALTER TABLE `api_keys` ADD `name` text DEFAULT 'default' NOT NULL;--> statement-breakpoint
ALTER TABLE `api_keys` ADD `scopes` text DEFAULT '["read","issue","campaigns","drops","account"]' NOT NULL;--> statement-breakpoint
ALTER TABLE `api_keys` ADD `expires_at` integer;--> statement-breakpoint
ALTER TABLE `api_keys` ADD `last_used_at` integer;--> statement-breakpoint
CREATE INDEX `api_keys_by_merchant` ON `api_keys` (`merchant_id`,`id`);--> statement-breakpoint
ALTER TABLE `campaigns` ADD `next_status` text;--> statement-breakpoint
ALTER TABLE `campaigns` ADD `status_tx_hash` text;--> statement-breakpoint
ALTER TABLE `campaigns` ADD `remainder` integer;--> statement-breakpoint
ALTER TABLE `submissions` ADD `job_key` text;