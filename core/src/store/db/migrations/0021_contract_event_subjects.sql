CREATE TABLE `contract_event_subjects` (
	`kind` text NOT NULL,
	`value` text NOT NULL,
	`type` text NOT NULL,
	`event_id` text NOT NULL,
	PRIMARY KEY(`kind`, `value`, `type`, `event_id`)
) WITHOUT ROWID;
--> statement-breakpoint
DROP INDEX `contract_events_by_type`;--> statement-breakpoint
DROP INDEX `contract_events_by_ledger`;--> statement-breakpoint
ALTER TABLE `contract_events` ADD `xdr` text;--> statement-breakpoint
CREATE INDEX `contract_events_by_time` ON `contract_events` (`ledger_closed_at`,`id`);--> statement-breakpoint
INSERT OR IGNORE INTO `contract_event_subjects`
SELECT 'wallet', m.value, e.type, e.id FROM `contract_events` e, json_each(e.data) m
WHERE length(m.value) = 56 AND substr(m.value, 1, 1) IN ('G', 'C')
	AND m.value NOT IN (SELECT contract_id FROM `contract_events`);--> statement-breakpoint
INSERT OR IGNORE INTO `contract_event_subjects`
SELECT m.key, m.value, e.type, e.id FROM `contract_events` e, json_each(e.data) m
WHERE m.value IS NOT NULL AND (m.key = 'merchant' OR (m.key = 'campaign' AND e.contract = 'campaign'));--> statement-breakpoint
INSERT OR IGNORE INTO `contract_event_subjects`
SELECT 'wallet', t.data ->> '$.to', e.type, e.id FROM `contract_events` e
JOIN `contract_events` t INDEXED BY `contract_events_by_tx` ON t.tx_hash = e.tx_hash AND t.id < e.id AND t.contract = 'asset' AND t.type = 'transfer'
WHERE e.contract = 'campaign' AND e.type = 'reward';
