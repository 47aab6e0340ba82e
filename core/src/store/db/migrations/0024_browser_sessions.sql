CREATE TABLE `browser_sessions` (
	`token_hash` text PRIMARY KEY NOT NULL,
	`session_id` integer,
	`api_key_id` integer,
	`created_at` integer NOT NULL,
	`expires_at` integer NOT NULL,
	FOREIGN KEY (`session_id`) REFERENCES `sessions`(`id`) ON UPDATE no action ON DELETE cascade,
	FOREIGN KEY (`api_key_id`) REFERENCES `api_keys`(`id`) ON UPDATE no action ON DELETE cascade,
	CONSTRAINT "browser_sessions_of_one" CHECK((session_id is null) <> (api_key_id is null))
);
--> statement-breakpoint
CREATE INDEX `browser_sessions_by_session` ON `browser_sessions` (`session_id`);--> statement-breakpoint
CREATE INDEX `browser_sessions_by_key` ON `browser_sessions` (`api_key_id`);--> statement-breakpoint
CREATE INDEX `browser_sessions_by_expiry` ON `browser_sessions` (`expires_at`);