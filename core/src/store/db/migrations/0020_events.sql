CREATE TABLE `events` (
	`id` integer PRIMARY KEY NOT NULL,
	`type` text NOT NULL,
	`merchant_id` integer,
	`user_id` integer,
	`object_id` text NOT NULL,
	`data` text,
	`created_at` integer NOT NULL
);
--> statement-breakpoint
CREATE INDEX `events_by_merchant` ON `events` (`merchant_id`,`id`);--> statement-breakpoint
CREATE INDEX `events_by_type` ON `events` (`merchant_id`,`type`,`id`);--> statement-breakpoint
CREATE INDEX `events_by_user` ON `events` (`user_id`,`id`) WHERE user_id is not null;--> statement-breakpoint
CREATE INDEX `events_by_object` ON `events` (`object_id`,`id`);