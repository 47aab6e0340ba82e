CREATE TABLE `leaders` (
	`role` text PRIMARY KEY NOT NULL,
	`term` integer NOT NULL,
	`process_id` text NOT NULL,
	`taken_at` integer NOT NULL,
	`seen_at` integer NOT NULL
);
--> statement-breakpoint
CREATE TABLE `processes` (
	`id` text PRIMARY KEY NOT NULL,
	`host` text NOT NULL,
	`pid` integer NOT NULL,
	`role` text NOT NULL,
	`version` text NOT NULL,
	`started_at` integer NOT NULL,
	`seen_at` integer NOT NULL
);
