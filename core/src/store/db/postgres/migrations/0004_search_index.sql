-- Text as words: without accents, and with spaces in place of punctuation, of which PostgreSQL's parser would make compounds.
-- These functions have bodies that are parsed here: a restore from a dump calls them before it sets a search path.
CREATE FUNCTION search_plain(text) RETURNS text IMMUTABLE STRICT
RETURN regexp_replace(
  regexp_replace(normalize($1, NFD) COLLATE "C", '[\u0300-\u036f]', '', 'g'), '[\s!-/:-@\[-`{-~“”„‘’«»‹›–—…·•]+', ' ', 'g'
);
--> statement-breakpoint
CREATE FUNCTION search_words(text) RETURNS tsvector IMMUTABLE STRICT
RETURN to_tsvector('simple'::regconfig, search_plain($1));
--> statement-breakpoint
-- Any text as a query: each of its words is a phrase, whose last part may be the beginning of a word. Nothing in it is an operator.
CREATE FUNCTION search_query(text) RETURNS tsquery IMMUTABLE STRICT
RETURN (
  SELECT to_tsquery('simple'::regconfig, coalesce(string_agg('''' || replace(plain, ' ', ''' <-> ''') || ''':*', ' & '), ''))
  FROM (SELECT trim(search_plain(word)) AS plain FROM regexp_split_to_table($1, '\s+') AS word) AS phrases
  WHERE plain <> ''
);
--> statement-breakpoint
-- Words of campaigns, catalogue items and drops. `visibility`: `public`, `shares` (who has a share of the drop) or `owner`.
-- A row's number is 8 times the record's id plus the number of its kind.
CREATE TABLE search_index (
  rowid bigint PRIMARY KEY,
  title text NOT NULL,
  merchant text NOT NULL,
  details text NOT NULL,
  kind text NOT NULL,
  record_id bigint NOT NULL,
  merchant_id bigint NOT NULL,
  visibility text NOT NULL,
  words tsvector GENERATED ALWAYS AS (
    setweight(search_words(title), 'A') || setweight(search_words(merchant), 'B') || setweight(search_words(details), 'C')
  ) STORED
);
--> statement-breakpoint
CREATE INDEX search_index_by_word ON search_index USING gin (words);
--> statement-breakpoint
-- Arguments: the kind and its number, the visibility of records that are shown, and the statuses that show them.
CREATE FUNCTION search_record() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF TG_OP = 'DELETE' THEN
    DELETE FROM search_index WHERE rowid = OLD.id * 8 + TG_ARGV[1]::int;
    RETURN NULL;
  END IF;
  INSERT INTO search_index (rowid, title, merchant, details, kind, record_id, merchant_id, visibility)
  SELECT NEW.id * 8 + TG_ARGV[1]::int, NEW.name, merchants.name,
    CASE WHEN TG_ARGV[0] = 'item' THEN coalesce(to_jsonb(NEW) ->> 'description', '') ELSE '' END,
    TG_ARGV[0], NEW.id, NEW.merchant_id,
    CASE WHEN NEW.status = ANY (string_to_array(TG_ARGV[3], ' ')) THEN TG_ARGV[2] ELSE 'owner' END
  FROM merchants WHERE merchants.id = NEW.merchant_id
  ON CONFLICT (rowid) DO UPDATE SET title = excluded.title, details = excluded.details, visibility = excluded.visibility;
  RETURN NULL;
END;
$$;
--> statement-breakpoint
CREATE TRIGGER search_campaign_added AFTER INSERT OR DELETE ON campaigns
FOR EACH ROW EXECUTE FUNCTION search_record('campaign', 0, 'public', 'active paused');
--> statement-breakpoint
CREATE TRIGGER search_campaign_changed AFTER UPDATE OF name, status ON campaigns
FOR EACH ROW WHEN (OLD.name IS DISTINCT FROM NEW.name OR OLD.status IS DISTINCT FROM NEW.status)
EXECUTE FUNCTION search_record('campaign', 0, 'public', 'active paused');
--> statement-breakpoint
CREATE TRIGGER search_item_added AFTER INSERT OR DELETE ON catalogue_items
FOR EACH ROW EXECUTE FUNCTION search_record('item', 1, 'public', 'active');
--> statement-breakpoint
CREATE TRIGGER search_item_changed AFTER UPDATE OF name, description, status ON catalogue_items
FOR EACH ROW WHEN (
  OLD.name IS DISTINCT FROM NEW.name OR OLD.description IS DISTINCT FROM NEW.description OR OLD.status IS DISTINCT FROM NEW.status
)
EXECUTE FUNCTION search_record('item', 1, 'public', 'active');
--> statement-breakpoint
CREATE TRIGGER search_drop_added AFTER INSERT OR DELETE ON drops
FOR EACH ROW EXECUTE FUNCTION search_record('drop', 2, 'shares', 'active');
--> statement-breakpoint
CREATE TRIGGER search_drop_changed AFTER UPDATE OF name, status ON drops
FOR EACH ROW WHEN (OLD.name IS DISTINCT FROM NEW.name OR OLD.status IS DISTINCT FROM NEW.status)
EXECUTE FUNCTION search_record('drop', 2, 'shares', 'active');
--> statement-breakpoint
CREATE FUNCTION search_merchant() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  UPDATE search_index SET merchant = NEW.name WHERE merchant_id = NEW.id;
  RETURN NULL;
END;
$$;
--> statement-breakpoint
CREATE TRIGGER search_merchant_renamed AFTER UPDATE OF name ON merchants
FOR EACH ROW WHEN (OLD.name IS DISTINCT FROM NEW.name) EXECUTE FUNCTION search_merchant();
--> statement-breakpoint
INSERT INTO search_index (rowid, title, merchant, details, kind, record_id, merchant_id, visibility)
SELECT records.id * 8 + number, records.name, merchants.name, details, kind, records.id, merchant_id, visibility
FROM (
  SELECT id, name, '' AS details, merchant_id, 'campaign' AS kind, 0 AS number, CASE WHEN status IN ('active', 'paused') THEN 'public' ELSE 'owner' END AS visibility FROM campaigns
  UNION ALL
  SELECT id, name, coalesce(description, ''), merchant_id, 'item', 1, CASE WHEN status = 'active' THEN 'public' ELSE 'owner' END FROM catalogue_items
  UNION ALL
  SELECT id, name, '', merchant_id, 'drop', 2, CASE WHEN status = 'active' THEN 'shares' ELSE 'owner' END FROM drops
) AS records JOIN merchants ON merchants.id = merchant_id;
--> statement-breakpoint
-- Users, for administrators only.
CREATE TABLE search_users (
  rowid bigint PRIMARY KEY,
  name text NOT NULL,
  email text NOT NULL,
  wallets text NOT NULL,
  words tsvector GENERATED ALWAYS AS (
    setweight(search_words(name), 'A') || setweight(search_words(email), 'B') || setweight(search_words(wallets), 'C')
  ) STORED
);
--> statement-breakpoint
CREATE INDEX search_users_by_word ON search_users USING gin (words);
--> statement-breakpoint
CREATE FUNCTION search_user() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF NEW.deleted_at IS NOT NULL THEN
    DELETE FROM search_users WHERE rowid = NEW.id;
    RETURN NULL;
  END IF;
  INSERT INTO search_users (rowid, name, email, wallets)
  VALUES (NEW.id, trim(coalesce(NEW.first_name, '') || ' ' || coalesce(NEW.last_name, '')), coalesce(NEW.email, ''), '')
  ON CONFLICT (rowid) DO UPDATE SET name = excluded.name, email = excluded.email;
  RETURN NULL;
END;
$$;
--> statement-breakpoint
CREATE TRIGGER search_user_added AFTER INSERT ON users FOR EACH ROW EXECUTE FUNCTION search_user();
--> statement-breakpoint
CREATE TRIGGER search_user_changed AFTER UPDATE OF first_name, last_name, email, deleted_at ON users
FOR EACH ROW WHEN (
  OLD.first_name IS DISTINCT FROM NEW.first_name OR OLD.last_name IS DISTINCT FROM NEW.last_name
  OR OLD.email IS DISTINCT FROM NEW.email OR OLD.deleted_at IS DISTINCT FROM NEW.deleted_at
)
EXECUTE FUNCTION search_user();
--> statement-breakpoint
CREATE FUNCTION search_wallet() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  UPDATE search_users
  SET wallets = (SELECT coalesce(string_agg(address, ' '), '') FROM user_wallets WHERE user_id = search_users.rowid)
  WHERE rowid IN (OLD.user_id, NEW.user_id);
  RETURN NULL;
END;
$$;
--> statement-breakpoint
CREATE TRIGGER search_wallet_linked AFTER INSERT OR DELETE ON user_wallets FOR EACH ROW EXECUTE FUNCTION search_wallet();
--> statement-breakpoint
CREATE TRIGGER search_wallet_moved AFTER UPDATE OF user_id ON user_wallets
FOR EACH ROW WHEN (OLD.user_id IS DISTINCT FROM NEW.user_id) EXECUTE FUNCTION search_wallet();
--> statement-breakpoint
INSERT INTO search_users (rowid, name, email, wallets)
SELECT id, trim(coalesce(first_name, '') || ' ' || coalesce(last_name, '')), coalesce(email, ''),
  (SELECT coalesce(string_agg(address, ' '), '') FROM user_wallets WHERE user_id = users.id)
FROM users WHERE deleted_at IS NULL;
