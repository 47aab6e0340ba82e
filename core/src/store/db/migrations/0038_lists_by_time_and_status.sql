CREATE INDEX `campaigns_by_status` ON `campaigns` (`merchant_id`,`status`,`id`);--> statement-breakpoint
CREATE INDEX `drops_by_status` ON `drops` (`merchant_id`,`status`,`id`);--> statement-breakpoint
CREATE INDEX `issuances_by_time` ON `reward_issuances` (`merchant_id`,`created_at`,`id`);--> statement-breakpoint
CREATE INDEX `point_transactions_by_merchant_and_time` ON `point_transactions` (`merchant_id`,`created_at`,`id`);--> statement-breakpoint
CREATE INDEX `redemptions_by_time` ON `redemptions` (`merchant_id`,`created_at`,`id`);