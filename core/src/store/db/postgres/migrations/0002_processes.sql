CREATE TABLE "leaders" (
	"role" text collate "C" PRIMARY KEY NOT NULL,
	"term" bigint NOT NULL,
	"process_id" text collate "C" NOT NULL,
	"taken_at" bigint NOT NULL,
	"seen_at" bigint NOT NULL
);
--> statement-breakpoint
CREATE TABLE "processes" (
	"id" text collate "C" PRIMARY KEY NOT NULL,
	"host" text collate "C" NOT NULL,
	"pid" bigint NOT NULL,
	"role" text collate "C" NOT NULL,
	"version" text collate "C" NOT NULL,
	"started_at" bigint NOT NULL,
	"seen_at" bigint NOT NULL
);
