import { z } from "zod";

export const tomlFile = z.string().meta({ description: "TOML, as SEP-1 describes it" });
