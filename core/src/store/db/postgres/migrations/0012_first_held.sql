ALTER TABLE "reward_issuances" ADD COLUMN "first_held_at" bigint;--> statement-breakpoint
UPDATE "reward_issuances" SET "first_held_at" = "held_at" WHERE "held_at" is not null;