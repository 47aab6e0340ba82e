CREATE TABLE `governance_delegations` (
	`id` integer PRIMARY KEY NOT NULL,
	`delegator` text NOT NULL,
	`delegate` text NOT NULL,
	`since_ledger` integer NOT NULL,
	`since` integer NOT NULL
);
--> statement-breakpoint
CREATE UNIQUE INDEX `governance_delegations_delegator_unique` ON `governance_delegations` (`delegator`);--> statement-breakpoint
CREATE INDEX `governance_delegations_by_delegate` ON `governance_delegations` (`delegate`);--> statement-breakpoint
ALTER TABLE `governance_votes` ADD `delegate` text;