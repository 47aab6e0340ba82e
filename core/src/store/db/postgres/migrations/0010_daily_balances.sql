CREATE TABLE "daily_balances" (
	"merchant_id" bigint NOT NULL,
	"day" bigint NOT NULL,
	"free" bigint NOT NULL,
	"reserved" bigint NOT NULL,
	CONSTRAINT "daily_balances_merchant_id_day_pk" PRIMARY KEY("merchant_id","day")
);
--> statement-breakpoint
ALTER TABLE "daily_balances" ADD CONSTRAINT "daily_balances_merchant_id_merchants_id_fk" FOREIGN KEY ("merchant_id") REFERENCES "public"."merchants"("id") ON DELETE no action ON UPDATE no action;