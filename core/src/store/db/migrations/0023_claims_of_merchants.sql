CREATE INDEX `contract_events_drops` ON `contract_events` (data ->> '$.drop') WHERE contract = 'distribution' and type = 'drop_created';--> statement-breakpoint
INSERT OR IGNORE INTO `contract_event_subjects`
SELECT 'merchant', d.data ->> '$.merchant', e.type, e.id FROM `contract_events` e
JOIN `contract_events` d INDEXED BY `contract_events_drops` ON d.data ->> '$.drop' = e.data ->> '$.drop'
	AND d.contract = 'distribution' AND d.type = 'drop_created'
WHERE e.contract = 'distribution' AND e.type = 'claim';
