CREATE TABLE "last_commits" (
	"id" text collate "C" PRIMARY KEY NOT NULL,
	"number" bigint NOT NULL,
	"committed_at" bigint NOT NULL
);
