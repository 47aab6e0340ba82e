CREATE INDEX "campaigns_by_status" ON "campaigns" USING btree ("merchant_id","status","id");--> statement-breakpoint
CREATE INDEX "drops_by_status" ON "drops" USING btree ("merchant_id","status","id");--> statement-breakpoint
CREATE INDEX "issuances_by_time" ON "reward_issuances" USING btree ("merchant_id","created_at","id");--> statement-breakpoint
CREATE INDEX "point_transactions_by_merchant_and_time" ON "point_transactions" USING btree ("merchant_id","created_at","id");--> statement-breakpoint
CREATE INDEX "redemptions_by_time" ON "redemptions" USING btree ("merchant_id","created_at","id");