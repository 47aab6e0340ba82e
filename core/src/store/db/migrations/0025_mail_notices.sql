ALTER TABLE `email_logs` ADD `first_event` integer;--> statement-breakpoint
ALTER TABLE `email_logs` ADD `last_event` integer;--> statement-breakpoint
ALTER TABLE `email_logs` ADD `period` text;--> statement-breakpoint
CREATE INDEX `email_logs_notices` ON `email_logs` (`template`,`user_id`,`merchant_id`,`updated_at`) WHERE first_event is not null;--> statement-breakpoint
CREATE INDEX `email_logs_collecting` ON `email_logs` (`template`,`user_id`,`merchant_id`) WHERE status = 'queued' and first_event is not null and last_event is null;--> statement-breakpoint
CREATE UNIQUE INDEX `email_logs_by_user_period` ON `email_logs` (`template`,`user_id`,`period`) WHERE period is not null and user_id is not null;--> statement-breakpoint
CREATE UNIQUE INDEX `email_logs_by_merchant_period` ON `email_logs` (`template`,`merchant_id`,`period`) WHERE period is not null and user_id is null;--> statement-breakpoint
ALTER TABLE `merchants` ADD `mail_off` text DEFAULT '[]' NOT NULL;--> statement-breakpoint
ALTER TABLE `users` ADD `mail_off` text DEFAULT '[]' NOT NULL;