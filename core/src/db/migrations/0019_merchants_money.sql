ALTER TABLE `campaigns` ADD `next_budget` integer;--> statement-breakpoint
ALTER TABLE `campaigns` ADD `next_ends_at` integer;--> statement-breakpoint
ALTER TABLE `email_logs` ADD `event_id` text;--> statement-breakpoint
CREATE UNIQUE INDEX `email_logs_event_id_unique` ON `email_logs` (`event_id`);