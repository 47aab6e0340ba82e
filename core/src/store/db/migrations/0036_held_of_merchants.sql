CREATE INDEX `drops_failed` ON `drops` (`id`) WHERE status = 'failed';--> statement-breakpoint
CREATE INDEX `wallet_envelopes_by_drop` ON `wallet_envelopes` (`drop_id`) WHERE drop_id is not null;--> statement-breakpoint
CREATE INDEX `issuances_held_by_merchant` ON `reward_issuances` (`merchant_id`,`wallet_address`,`id`) WHERE held_at is not null;