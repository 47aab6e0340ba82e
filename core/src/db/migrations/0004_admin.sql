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
