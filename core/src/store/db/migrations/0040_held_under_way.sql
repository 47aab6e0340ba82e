-- A reward that waited before, and was being tried during the last migration: its event says since when.
UPDATE reward_issuances SET first_held_at = (
  SELECT min(events.created_at) FROM events WHERE events.object_id = CAST(reward_issuances.id AS text) AND events.type = 'issuance.held'
) WHERE first_held_at IS NULL AND id IN (
  SELECT pending.id FROM merchants JOIN reward_issuances AS pending ON pending.merchant_id = merchants.id AND pending.status = 'pending'
);
