ALTER TABLE `reward_issuances` ADD `first_held_at` integer;--> statement-breakpoint
UPDATE `reward_issuances` SET `first_held_at` = `held_at` WHERE `held_at` is not null;