ALTER TABLE `contract_events` ADD `recipients` text;--> statement-breakpoint
UPDATE `contract_events` SET `recipients` = (
	SELECT json_group_array(json_array(t.data ->> '$.to', t.data ->> '$.amount') ORDER BY t.id) FROM `contract_events` t INDEXED BY `contract_events_by_tx`
	WHERE t.tx_hash = `contract_events`.tx_hash AND t.id < `contract_events`.id AND t.contract = 'asset' AND t.type = 'transfer'
) WHERE contract = 'campaign' AND type = 'reward';
