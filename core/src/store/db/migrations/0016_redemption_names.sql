ALTER TABLE `redemptions` ADD `cancel_until` integer;--> statement-breakpoint
CREATE UNIQUE INDEX `redemptions_by_reference` ON `redemptions` (`wallet_address`,`reference`);