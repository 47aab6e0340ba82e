CREATE TABLE `last_commits` (
	`id` text PRIMARY KEY NOT NULL,
	`number` integer NOT NULL,
	`committed_at` integer NOT NULL
);
