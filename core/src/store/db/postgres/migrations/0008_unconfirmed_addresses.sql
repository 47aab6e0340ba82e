ALTER TABLE "email_logs" ADD COLUMN "unconfirmed" bigint;--> statement-breakpoint
ALTER TABLE "merchants" ADD COLUMN "email_verified_at" bigint;--> statement-breakpoint
ALTER TABLE "merchants" ADD COLUMN "pending_email" text collate "C";--> statement-breakpoint
ALTER TABLE "one_time_tokens" ADD COLUMN "merchant_id" bigint;--> statement-breakpoint
ALTER TABLE "webhooks" ADD COLUMN "proven_at" bigint;--> statement-breakpoint
ALTER TABLE "webhooks" ADD COLUMN "replayed_at" bigint;--> statement-breakpoint
CREATE INDEX "email_logs_by_recipient" ON "email_logs" USING btree ("recipient","created_at");--> statement-breakpoint
CREATE INDEX "email_logs_unconfirmed" ON "email_logs" USING btree ("created_at") WHERE unconfirmed = 1;--> statement-breakpoint
CREATE INDEX "one_time_tokens_by_merchant" ON "one_time_tokens" USING btree ("merchant_id","purpose") WHERE merchant_id is not null;--> statement-breakpoint
CREATE INDEX "one_time_tokens_by_subject" ON "one_time_tokens" USING btree ("subject","purpose");--> statement-breakpoint
UPDATE "webhooks" SET "proven_at" = "updated_at" WHERE EXISTS (SELECT 1 FROM "webhook_deliveries" WHERE "webhook_id" = "webhooks"."id" AND "status" = 'delivered');