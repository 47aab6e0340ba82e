CREATE TABLE `escrow_proposals` (
	`id` integer PRIMARY KEY NOT NULL,
	`contract_escrow_id` text NOT NULL,
	`wallet_address` text NOT NULL,
	`action` text NOT NULL,
	`milestone` integer NOT NULL,
	`share` integer,
	`deadline` integer,
	`entry` text NOT NULL,
	`max_ledger` integer NOT NULL,
	`signed_entry` text,
	`expires_at` integer NOT NULL,
	`created_at` integer NOT NULL
);
--> statement-breakpoint
CREATE UNIQUE INDEX `escrow_proposals_latest` ON `escrow_proposals` (`contract_escrow_id`,`wallet_address`,`action`,`milestone`);--> statement-breakpoint
CREATE INDEX `escrow_proposals_by_expiry` ON `escrow_proposals` (`expires_at`);--> statement-breakpoint
CREATE TABLE `escrows` (
	`id` integer PRIMARY KEY NOT NULL,
	`contract_escrow_id` text NOT NULL,
	`depositor` text NOT NULL,
	`beneficiary` text NOT NULL,
	`arbiter` text NOT NULL,
	`amount` integer NOT NULL,
	`held` integer NOT NULL,
	`bound` integer NOT NULL,
	`disputed` integer NOT NULL,
	`tx_hash` text NOT NULL,
	`created_at` integer NOT NULL,
	`updated_at` integer NOT NULL
);
--> statement-breakpoint
CREATE UNIQUE INDEX `escrows_contract_escrow_id_unique` ON `escrows` (`contract_escrow_id`);--> statement-breakpoint
CREATE INDEX `escrows_by_depositor` ON `escrows` (`depositor`,`id`);--> statement-breakpoint
CREATE INDEX `escrows_by_beneficiary` ON `escrows` (`beneficiary`,`id`);--> statement-breakpoint
CREATE INDEX `escrows_by_arbiter` ON `escrows` (`arbiter`,`id`);--> statement-breakpoint
CREATE INDEX `contract_events_escrows` ON `contract_events` (data ->> '$.id',`id`) WHERE contract = 'escrow';