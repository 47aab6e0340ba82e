CREATE FUNCTION refuse_change() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  RAISE EXCEPTION '% is append-only', TG_TABLE_NAME;
END;
$$;
--> statement-breakpoint
CREATE TRIGGER audit_log_keeps_rows BEFORE UPDATE OR DELETE ON audit_log FOR EACH ROW EXECUTE FUNCTION refuse_change();
--> statement-breakpoint
-- The ledger of points is append-only: what a row says can't be changed afterwards, by nobody and for no reason.
CREATE TRIGGER point_transactions_keeps_rows BEFORE UPDATE OR DELETE ON point_transactions FOR EACH ROW EXECUTE FUNCTION refuse_change();
--> statement-breakpoint
CREATE TRIGGER audit_log_keeps_all BEFORE TRUNCATE ON audit_log FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
--> statement-breakpoint
CREATE TRIGGER point_transactions_keeps_all BEFORE TRUNCATE ON point_transactions FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
