ALTER TABLE `email_logs` ADD `unconfirmed` integer;--> statement-breakpoint
CREATE INDEX `email_logs_by_recipient` ON `email_logs` (`recipient`,`created_at`);--> statement-breakpoint
CREATE INDEX `email_logs_unconfirmed` ON `email_logs` (`created_at`) WHERE unconfirmed = 1;--> statement-breakpoint
ALTER TABLE `merchants` ADD `email_verified_at` integer;--> statement-breakpoint
ALTER TABLE `merchants` ADD `pending_email` text;--> statement-breakpoint
ALTER TABLE `one_time_tokens` ADD `merchant_id` integer;--> statement-breakpoint
CREATE INDEX `one_time_tokens_by_merchant` ON `one_time_tokens` (`merchant_id`,`purpose`) WHERE merchant_id is not null;--> statement-breakpoint
CREATE INDEX `one_time_tokens_by_subject` ON `one_time_tokens` (`subject`,`purpose`);--> statement-breakpoint
ALTER TABLE `webhooks` ADD `proven_at` integer;--> statement-breakpoint
ALTER TABLE `webhooks` ADD `replayed_at` integer;--> statement-breakpoint
UPDATE `webhooks` SET `proven_at` = `updated_at` WHERE EXISTS (SELECT 1 FROM `webhook_deliveries` WHERE `webhook_id` = `webhooks`.`id` AND `status` = 'delivered');