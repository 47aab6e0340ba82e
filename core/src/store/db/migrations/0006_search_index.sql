-- Words of campaigns, catalogue items and drops. `visibility`: `public`, `shares` (who has a share of the drop) or `owner`.
-- A row's number is 8 times the record's id plus the number of its kind.
CREATE VIRTUAL TABLE `search_index` USING fts5(
  title, merchant, details, kind UNINDEXED, record_id UNINDEXED, merchant_id UNINDEXED, visibility UNINDEXED,
  tokenize = 'unicode61 remove_diacritics 2', prefix = '2 3'
);
--> statement-breakpoint
CREATE TRIGGER `search_campaign_added` AFTER INSERT ON `campaigns`
BEGIN
  INSERT INTO search_index (rowid, title, merchant, details, kind, record_id, merchant_id, visibility)
  SELECT new.id * 8 + 0, new.name, merchants.name, '', 'campaign', new.id, new.merchant_id, CASE WHEN new.status IN ('active', 'paused') THEN 'public' ELSE 'owner' END
  FROM merchants WHERE merchants.id = new.merchant_id;
END;
--> statement-breakpoint
CREATE TRIGGER `search_campaign_changed` AFTER UPDATE OF name, status ON `campaigns`
WHEN old.name IS NOT new.name OR old.status IS NOT new.status
BEGIN
  UPDATE search_index SET title = new.name, details = '',
    visibility = CASE WHEN new.status IN ('active', 'paused') THEN 'public' ELSE 'owner' END
  WHERE rowid = new.id * 8 + 0;
END;
--> statement-breakpoint
CREATE TRIGGER `search_campaign_removed` AFTER DELETE ON `campaigns`
BEGIN
  DELETE FROM search_index WHERE rowid = old.id * 8 + 0;
END;
--> statement-breakpoint
INSERT INTO search_index (rowid, title, merchant, details, kind, record_id, merchant_id, visibility)
SELECT records.id * 8 + 0, records.name, merchants.name, '', 'campaign', records.id, records.merchant_id, CASE WHEN records.status IN ('active', 'paused') THEN 'public' ELSE 'owner' END
FROM campaigns AS records JOIN merchants ON merchants.id = records.merchant_id;
--> statement-breakpoint
CREATE TRIGGER `search_item_added` AFTER INSERT ON `catalogue_items`
BEGIN
  INSERT INTO search_index (rowid, title, merchant, details, kind, record_id, merchant_id, visibility)
  SELECT new.id * 8 + 1, new.name, merchants.name, coalesce(new.description, ''), 'item', new.id, new.merchant_id, CASE WHEN new.status = 'active' THEN 'public' ELSE 'owner' END
  FROM merchants WHERE merchants.id = new.merchant_id;
END;
--> statement-breakpoint
CREATE TRIGGER `search_item_changed` AFTER UPDATE OF name, description, status ON `catalogue_items`
WHEN old.name IS NOT new.name OR old.description IS NOT new.description OR old.status IS NOT new.status
BEGIN
  UPDATE search_index SET title = new.name, details = coalesce(new.description, ''),
    visibility = CASE WHEN new.status = 'active' THEN 'public' ELSE 'owner' END
  WHERE rowid = new.id * 8 + 1;
END;
--> statement-breakpoint
CREATE TRIGGER `search_item_removed` AFTER DELETE ON `catalogue_items`
BEGIN
  DELETE FROM search_index WHERE rowid = old.id * 8 + 1;
END;
--> statement-breakpoint
INSERT INTO search_index (rowid, title, merchant, details, kind, record_id, merchant_id, visibility)
SELECT records.id * 8 + 1, records.name, merchants.name, coalesce(records.description, ''), 'item', records.id, records.merchant_id, CASE WHEN records.status = 'active' THEN 'public' ELSE 'owner' END
FROM catalogue_items AS records JOIN merchants ON merchants.id = records.merchant_id;
--> statement-breakpoint
CREATE TRIGGER `search_drop_added` AFTER INSERT ON `drops`
BEGIN
  INSERT INTO search_index (rowid, title, merchant, details, kind, record_id, merchant_id, visibility)
  SELECT new.id * 8 + 2, new.name, merchants.name, '', 'drop', new.id, new.merchant_id, CASE WHEN new.status = 'active' THEN 'shares' ELSE 'owner' END
  FROM merchants WHERE merchants.id = new.merchant_id;
END;
--> statement-breakpoint
CREATE TRIGGER `search_drop_changed` AFTER UPDATE OF name, status ON `drops`
WHEN old.name IS NOT new.name OR old.status IS NOT new.status
BEGIN
  UPDATE search_index SET title = new.name, details = '',
    visibility = CASE WHEN new.status = 'active' THEN 'shares' ELSE 'owner' END
  WHERE rowid = new.id * 8 + 2;
END;
--> statement-breakpoint
CREATE TRIGGER `search_drop_removed` AFTER DELETE ON `drops`
BEGIN
  DELETE FROM search_index WHERE rowid = old.id * 8 + 2;
END;
--> statement-breakpoint
INSERT INTO search_index (rowid, title, merchant, details, kind, record_id, merchant_id, visibility)
SELECT records.id * 8 + 2, records.name, merchants.name, '', 'drop', records.id, records.merchant_id, CASE WHEN records.status = 'active' THEN 'shares' ELSE 'owner' END
FROM drops AS records JOIN merchants ON merchants.id = records.merchant_id;
--> statement-breakpoint
CREATE TRIGGER `search_merchant_renamed` AFTER UPDATE OF name ON `merchants`
WHEN old.name IS NOT new.name
BEGIN
  UPDATE search_index SET merchant = new.name WHERE merchant_id = new.id;
END;
--> statement-breakpoint
-- Users, for administrators only. What is deleted leaves no word behind (`secure-delete`).
CREATE VIRTUAL TABLE `search_users` USING fts5(
  name, email, wallets, tokenize = 'unicode61 remove_diacritics 2', prefix = '2 3'
);
--> statement-breakpoint
INSERT INTO search_users (search_users, rank) VALUES ('secure-delete', 1);
--> statement-breakpoint
CREATE TRIGGER `search_user_added` AFTER INSERT ON `users`
BEGIN
  INSERT INTO search_users (rowid, name, email, wallets)
  VALUES (new.id, trim(coalesce(new.first_name, '') || ' ' || coalesce(new.last_name, '')), coalesce(new.email, ''), '');
END;
--> statement-breakpoint
CREATE TRIGGER `search_user_changed` AFTER UPDATE OF first_name, last_name, email ON `users`
WHEN new.deleted_at IS NULL
  AND (old.first_name IS NOT new.first_name OR old.last_name IS NOT new.last_name OR old.email IS NOT new.email)
BEGIN
  UPDATE search_users SET name = trim(coalesce(new.first_name, '') || ' ' || coalesce(new.last_name, '')), email = coalesce(new.email, '') WHERE rowid = new.id;
END;
--> statement-breakpoint
CREATE TRIGGER `search_user_deleted` AFTER UPDATE OF deleted_at ON `users`
WHEN new.deleted_at IS NOT NULL
BEGIN
  DELETE FROM search_users WHERE rowid = new.id;
END;
--> statement-breakpoint
CREATE TRIGGER `search_wallet_linked` AFTER INSERT ON `user_wallets`
BEGIN
  UPDATE search_users SET wallets = (SELECT coalesce(group_concat(address, ' '), '') FROM user_wallets WHERE user_id = new.user_id)
  WHERE rowid = new.user_id;
END;
--> statement-breakpoint
CREATE TRIGGER `search_wallet_unlinked` AFTER DELETE ON `user_wallets`
BEGIN
  UPDATE search_users SET wallets = (SELECT coalesce(group_concat(address, ' '), '') FROM user_wallets WHERE user_id = old.user_id)
  WHERE rowid = old.user_id;
END;
--> statement-breakpoint
CREATE TRIGGER `search_wallet_moved` AFTER UPDATE OF user_id ON `user_wallets`
WHEN old.user_id IS NOT new.user_id
BEGIN
  UPDATE search_users
  SET wallets = (SELECT coalesce(group_concat(address, ' '), '') FROM user_wallets WHERE user_id = search_users.rowid)
  WHERE rowid IN (old.user_id, new.user_id);
END;
--> statement-breakpoint
INSERT INTO search_users (rowid, name, email, wallets)
SELECT users.id, trim(coalesce(users.first_name, '') || ' ' || coalesce(users.last_name, '')), coalesce(users.email, ''),
  (SELECT coalesce(group_concat(address, ' '), '') FROM user_wallets WHERE user_id = users.id)
FROM users WHERE users.deleted_at IS NULL;
