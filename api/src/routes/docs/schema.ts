import { z } from "zod";

export const openApiDocument = z
  .looseObject({
    openapi: z.string(),
    info: z.looseObject({ title: z.string(), version: z.string() }),
    paths: z.record(z.string(), z.unknown()),
  })
  .meta({
    description: "An OpenAPI document",
    examples: [{ openapi: "3.1.1", info: { title: "Merit", version: "1.0.0" }, paths: {} }],
  });
