CREATE TRIGGER `audit_log_keeps_rows` BEFORE DELETE ON `audit_log` BEGIN SELECT RAISE(ABORT, 'audit_log is append-only'); END;
--> statement-breakpoint
CREATE TRIGGER `audit_log_keeps_values` BEFORE UPDATE ON `audit_log` BEGIN SELECT RAISE(ABORT, 'audit_log is append-only'); END;
--> statement-breakpoint
-- The ledger of points is append-only: what a row says can't be changed afterwards, by nobody and for no reason.
CREATE TRIGGER `point_transactions_no_update` BEFORE UPDATE ON `point_transactions`
BEGIN
  SELECT RAISE(ABORT, 'point_transactions is append-only');
END;
--> statement-breakpoint
CREATE TRIGGER `point_transactions_no_delete` BEFORE DELETE ON `point_transactions`
BEGIN
  SELECT RAISE(ABORT, 'point_transactions is append-only');
END;
