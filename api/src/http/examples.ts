import type { z } from "zod";

// Values that the examples of several routes share, so that they fit together.

export const wallet = "GARQVJB47XR46JVTDZXLMX3NOJR5247V7T4ZDWQSNIK3ZZJUUWRL4D5N";
export const otherWallet = "GAT4RETQMTXBK2IWLE6HF7UMFWGFYWW7NX7UDJ6VW35KPWECMZ2I7D5C";
export const thirdWallet = "GB2Y4AKXXONKDCXUHMRAZ4OORRRXFMGXA2FLXWFF2URG3TPYQEYB3N6F";
export const issuer = "GD7DJFIAGUFU3I7ZRYXT4T5ZGV7CBK3G44B4KKH6QIDHBUUEYTLSLXHZ";
export const pool = "CA3D5KRYM6CB7OWQ6TWYRR3Z4T7GNZLKERYNZGGA5SOAOPIFY6YQGAXE";
export const campaignTx = "4bc38913c28cb36fbbd3c978993d693d13af0922ca3178f68ba5abc30b11724f";
export const rewardTx = "e522c979c3039904cde03a55033bdfe8ff07ea0deac50aa0e973414ef72fd379";

export const voucherCode = "7KQ4-M2XT-9C0V-HWPE-3ZJN-R8AD-5YGQ";

/** A page that contains all rows. */
export const onePage = <Item>(item: Item) => ({ data: [item], has_more: false, next_cursor: null });

/** A schema's example, as it is sent; undefined if it has none. A test checks all of them against their schemas. */
// biome-ignore lint/suspicious/noExplicitAny: as many shapes as schemas
export const exampleOf = (schema: z.ZodType): any => (schema.meta()?.examples as unknown[] | undefined)?.[0];
