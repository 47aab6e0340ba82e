CREATE INDEX `campaigns_public` ON `campaigns` (`merchant_id`,`id`) WHERE status not in ('draft', 'failed');--> statement-breakpoint
CREATE INDEX `issuances_by_campaign` ON `reward_issuances` (`merchant_id`,`campaign_id`,`id`);--> statement-breakpoint
CREATE INDEX `issuances_by_campaign_and_status` ON `reward_issuances` (`merchant_id`,`campaign_id`,`status`,`id`);