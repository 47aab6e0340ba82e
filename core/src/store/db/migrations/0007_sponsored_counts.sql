CREATE TABLE `sponsored_counts` (
	`day` integer NOT NULL,
	`subject` text NOT NULL,
	`count` integer NOT NULL,
	PRIMARY KEY(`day`, `subject`)
);
