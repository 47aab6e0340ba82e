CREATE TABLE `events_deleted` (
	`owner` text PRIMARY KEY NOT NULL,
	`last_id` integer NOT NULL
);
