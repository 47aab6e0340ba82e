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
