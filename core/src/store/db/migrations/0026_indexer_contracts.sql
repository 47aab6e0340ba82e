CREATE TABLE `code_specs` (
	`code` text PRIMARY KEY NOT NULL,
	`entries` text NOT NULL,
	`types` text NOT NULL
);
--> statement-breakpoint
CREATE TABLE `contract_codes` (
	`contract_id` text NOT NULL,
	`since` text NOT NULL,
	`code` text NOT NULL,
	PRIMARY KEY(`contract_id`, `since`)
);
--> statement-breakpoint
CREATE TABLE `indexer_contracts` (
	`contract_id` text PRIMARY KEY NOT NULL,
	`name` text NOT NULL,
	`source` text NOT NULL,
	`from_ledger` integer,
	`next_ledger` integer,
	`until_ledger` integer,
	`added_at` integer NOT NULL,
	`removed_at` integer
);
--> statement-breakpoint
CREATE UNIQUE INDEX `indexer_contracts_name_unique` ON `indexer_contracts` (`name`);--> statement-breakpoint
DROP INDEX `contract_events_to`;--> statement-breakpoint
DROP INDEX `contract_events_from`;