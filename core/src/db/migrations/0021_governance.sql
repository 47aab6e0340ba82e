CREATE TABLE `governance_proposals` (
	`id` integer PRIMARY KEY NOT NULL,
	`reference` text NOT NULL,
	`proposer` text NOT NULL,
	`description` text NOT NULL,
	`calls` text NOT NULL,
	`snapshot` integer NOT NULL,
	`vote_end` integer NOT NULL,
	`quorum` integer NOT NULL,
	`threshold_bps` integer NOT NULL,
	`in_favour` integer NOT NULL,
	`against` integer NOT NULL,
	`abstain` integer NOT NULL,
	`is_winning` integer NOT NULL,
	`executable_from` integer,
	`executable_until` integer,
	`outcome` text,
	`tx_hash` text NOT NULL,
	`created_at` integer NOT NULL,
	`updated_at` integer NOT NULL
);
--> statement-breakpoint
CREATE UNIQUE INDEX `governance_proposals_reference_unique` ON `governance_proposals` (`reference`);--> statement-breakpoint
CREATE INDEX `governance_proposals_by_proposer` ON `governance_proposals` (`proposer`,`id`);--> statement-breakpoint
CREATE TABLE `governance_stakes` (
	`id` integer PRIMARY KEY NOT NULL,
	`wallet_address` text NOT NULL,
	`votes` integer NOT NULL,
	`warming` integer NOT NULL,
	`warming_since` integer,
	`cooling` integer NOT NULL,
	`cooling_until` integer,
	`updated_at` integer NOT NULL
);
--> statement-breakpoint
CREATE UNIQUE INDEX `governance_stakes_wallet_address_unique` ON `governance_stakes` (`wallet_address`);--> statement-breakpoint
CREATE TABLE `governance_votes` (
	`id` integer PRIMARY KEY NOT NULL,
	`proposal_id` integer NOT NULL,
	`voter` text NOT NULL,
	`support` text NOT NULL,
	`weight` integer NOT NULL,
	`tx_hash` text NOT NULL,
	`created_at` integer NOT NULL,
	FOREIGN KEY (`proposal_id`) REFERENCES `governance_proposals`(`id`) ON UPDATE no action ON DELETE no action
);
--> statement-breakpoint
CREATE UNIQUE INDEX `governance_votes_by_voter` ON `governance_votes` (`proposal_id`,`voter`);--> statement-breakpoint
CREATE INDEX `governance_votes_by_proposal` ON `governance_votes` (`proposal_id`,`id`);