import { z } from "zod";

export const exposition = z.string().describe("Prometheus text format");
