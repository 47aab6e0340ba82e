import { z } from "zod";

export const openApiDocument = z.unknown().meta({
  description: "An OpenAPI document",
  examples: [{ openapi: "3.1.1", info: { title: "Merit", version: "1.0.0" }, paths: {} }],
});
