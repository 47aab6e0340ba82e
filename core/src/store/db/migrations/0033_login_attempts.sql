CREATE TABLE `login_attempts` (
	`id` integer PRIMARY KEY NOT NULL,
	`subject` text NOT NULL,
	`made_at` integer NOT NULL
);
--> statement-breakpoint
CREATE INDEX `login_attempts_by_subject` ON `login_attempts` (`subject`,`made_at`);--> statement-breakpoint
CREATE INDEX `login_attempts_by_time` ON `login_attempts` (`made_at`);