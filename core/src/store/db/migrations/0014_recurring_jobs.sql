-- Recurring jobs had a table with leases of its own. `jobs` now says when each is due, and who runs it.
CREATE TABLE `recurring_jobs` (
	`name` text PRIMARY KEY NOT NULL,
	`schedule` text NOT NULL,
	`progress` text,
	`last_started_at` integer,
	`last_finished_at` integer,
	`last_status` text,
	`last_result` text,
	`last_error` text,
	`failures` integer NOT NULL
);
--> statement-breakpoint
ALTER TABLE `jobs` ADD `leased_until` integer;
--> statement-breakpoint
INSERT INTO `recurring_jobs` (`name`, `schedule`, `progress`, `last_started_at`, `last_finished_at`, `last_status`, `last_result`,
  `last_error`, `failures`)
SELECT `name`, `schedule`, `progress`, `last_started_at`, `last_finished_at`, `last_status`, `last_result`, `last_error`, `failures`
FROM `scheduled_tasks`;
--> statement-breakpoint
INSERT INTO `jobs` (`queue`, `key`, `group_key`, `payload`, `run_at`, `queued_at`, `attempts`, `lease_owner`, `leased_until`, `created_at`)
SELECT 'recurring', `name`, `name`, '{}', `next_run_at`, coalesce(`last_finished_at`, `next_run_at`), 0, `lease_owner`, `lease_until`,
  coalesce(`last_finished_at`, `next_run_at`)
FROM `scheduled_tasks` WHERE `next_run_at` IS NOT NULL;
--> statement-breakpoint
DROP TABLE `scheduled_tasks`;
