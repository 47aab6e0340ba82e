CREATE TABLE `search_analytics` (
	`id` integer PRIMARY KEY NOT NULL,
	`nonce` text NOT NULL,
	`query` text NOT NULL,
	`type` text,
	`searcher` text NOT NULL,
	`hits` integer NOT NULL,
	`took_ms` integer NOT NULL,
	`clicked_type` text,
	`clicked_id` integer,
	`clicked_at` integer,
	`created_at` integer NOT NULL
);
--> statement-breakpoint
CREATE UNIQUE INDEX `search_analytics_nonce_unique` ON `search_analytics` (`nonce`);--> statement-breakpoint
CREATE INDEX `search_analytics_by_time` ON `search_analytics` (`created_at`);--> statement-breakpoint
CREATE INDEX `users_deleted` ON `users` (`id`) WHERE deleted_at is not null;