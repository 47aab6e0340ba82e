CREATE INDEX "contract_event_subjects_by_event" ON "contract_event_subjects" USING btree ("event_id");--> statement-breakpoint
CREATE INDEX "wallet_envelopes_by_wallet" ON "wallet_envelopes" USING btree ("wallet_address") WHERE merchant_id is not null;--> statement-breakpoint
CREATE INDEX "idempotency_records_by_time" ON "idempotency_records" USING btree ("created_at");--> statement-breakpoint
CREATE INDEX "dead_letters_waiting" ON "dead_letters" USING btree ("queue","id") WHERE redriven_at is null;--> statement-breakpoint
CREATE INDEX "dead_letters_redriven" ON "dead_letters" USING btree ("redriven_at") WHERE redriven_at is not null;--> statement-breakpoint
CREATE INDEX "users_by_role" ON "users" USING btree ("role","id");