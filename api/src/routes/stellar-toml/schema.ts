import { z } from "zod";
import { issuer, wallet } from "../../http/examples.ts";

const example = `VERSION = "2.7.0"
NETWORK_PASSPHRASE = "Test SDF Network ; September 2015"
SIGNING_KEY = "${wallet}"
WEB_AUTH_ENDPOINT = "https://rewards.example/api/auth/wallet"

[[CURRENCIES]]
code = "MERIT"
issuer = "${issuer}"
display_decimals = 7
`;

export const tomlFile = z.string().meta({ description: "TOML, as SEP-1 describes it", examples: [example] });
