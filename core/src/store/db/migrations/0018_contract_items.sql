CREATE TABLE `contract_item_changes` (
	`item_id` integer PRIMARY KEY NOT NULL,
	`price` integer NOT NULL,
	`active` integer NOT NULL,
	`fulfil_within` integer NOT NULL,
	`cancel_within` integer NOT NULL,
	`wallet_limit` integer,
	`replaces` text,
	`stock` integer,
	`expected_stock` integer NOT NULL,
	`status` text NOT NULL,
	`error_message` text,
	`updated_at` integer NOT NULL,
	FOREIGN KEY (`item_id`) REFERENCES `catalogue_items`(`id`) ON UPDATE no action ON DELETE no action
);
--> statement-breakpoint
CREATE TABLE `contract_items` (
	`item` text PRIMARY KEY NOT NULL,
	`merchant` text NOT NULL,
	`price` integer NOT NULL,
	`active` integer NOT NULL,
	`fulfil_within` integer NOT NULL,
	`cancel_within` integer NOT NULL,
	`wallet_limit` integer,
	`price_version` integer NOT NULL,
	`stock` integer NOT NULL
);
--> statement-breakpoint
INSERT OR IGNORE INTO `contract_items`
SELECT data ->> '$.item', data ->> '$.merchant', cast(data ->> '$.price' as integer), data ->> '$.active',
	cast(data ->> '$.fulfil_within' as integer), cast(data ->> '$.cancel_within' as integer),
	nullif(data ->> '$.wallet_limit', 0), data ->> '$.price_version', 0
FROM `contract_events` WHERE contract = 'redemption' AND type = 'item_set' ORDER BY id DESC;--> statement-breakpoint
WITH `counted` AS (
	SELECT id, data ->> '$.item' AS item, cast(data ->> '$.stock' as integer) AS stock
	FROM `contract_events` WHERE contract = 'redemption' AND type = 'stock_set'
), `taken` AS (
	SELECT id, data ->> '$.item' AS item, cast(data ->> '$.quantity' as integer) AS quantity
	FROM `contract_events` WHERE contract = 'redemption' AND type = 'redeem'
	UNION ALL
	SELECT e.id, r.contract_item_id, -r.quantity FROM `redemptions` r JOIN `contract_events` e ON e.tx_hash = r.end_tx_hash
	WHERE e.contract = 'redemption' AND e.type IN ('redemption_cancelled', 'redemption_expired')
		AND r.status IN ('cancelled', 'expired') AND e.data ->> '$.reference' = r.reference
)
UPDATE `contract_items` SET stock = max(0,
	coalesce((SELECT c.stock FROM `counted` c WHERE c.item = contract_items.item ORDER BY c.id DESC LIMIT 1), 0)
	- coalesce((SELECT sum(t.quantity) FROM `taken` t WHERE t.item = contract_items.item
		AND t.id > coalesce((SELECT max(c.id) FROM `counted` c WHERE c.item = contract_items.item), '')), 0));--> statement-breakpoint
ALTER TABLE `catalogue_items` DROP COLUMN `token_price`;--> statement-breakpoint
ALTER TABLE `catalogue_items` DROP COLUMN `token_price_version`;--> statement-breakpoint
ALTER TABLE `catalogue_items` DROP COLUMN `token_active`;