CREATE TABLE `daily_balances` (
	`merchant_id` integer NOT NULL,
	`day` integer NOT NULL,
	`free` integer NOT NULL,
	`reserved` integer NOT NULL,
	PRIMARY KEY(`merchant_id`, `day`),
	FOREIGN KEY (`merchant_id`) REFERENCES `merchants`(`id`) ON UPDATE no action ON DELETE no action
);
