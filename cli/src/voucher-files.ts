import { openSync } from "node:fs";
import type QRCode from "qrcode";
import type { MadeVouchers } from "./client.ts";
import { UsageError } from "./errors.ts";
import type { Session } from "./session.ts";

// Vouchers' codes as files. Whoever has a code can be paid for it, so only their owner may read these files.

const OWNER_ONLY = 0o600;

export interface Sheet extends Pick<MadeVouchers, "amount" | "expires_at"> {
  vouchers: NonNullable<MadeVouchers["vouchers"]>;
}

/**
 * Makes the file, empty, before there are codes to put into it: afterwards it would be too late to find out that it can't be written.
 * @throws UsageError
 */
export function openNew(path: string): number {
  try {
    return openSync(path, "wx", OWNER_ONLY);
  } catch (error) {
    throw new UsageError(`${path} can't be made as a new file: ${(error as Error).message}`);
  }
}

/** No value needs quotes. */
export const csvOf = ({ amount, expires_at, vouchers }: Sheet): string =>
  ["id,code,url,amount,expires_at", ...vouchers.map(({ id, code, url }) => [id, code, url, amount, expires_at].join())]
    .map((line) => `${line}\r\n`)
    .join("");

// A4 with three columns and six rows, in points.
const PAGE = { width: 595, height: 842, margin: 30 };
const COLUMNS = 3;
const ROWS = 6;
const CELL = { width: (PAGE.width - 2 * PAGE.margin) / COLUMNS, height: (PAGE.height - 2 * PAGE.margin) / ROWS };
const QR_SIZE = 84;

/** A sheet to print and cut: each voucher with its QR code, its code to type, what it pays and until when. */
export async function pdfOf({ client }: Session, sheet: Sheet): Promise<Buffer> {
  const { body: held } = await client.call("POST /vouchers/check", { body: { code: sheet.vouchers[0]?.code ?? "" } });
  const paid = `${sheet.amount} ${held.asset.code}`;
  // Every command would load them.
  const [{ default: PDFDocument }, { default: codes }] = await Promise.all([import("pdfkit"), import("qrcode")]);
  const document = new PDFDocument({ size: "A4", margin: 0, autoFirstPage: false, info: { Title: "Vouchers" } });
  const chunks: Buffer[] = [];
  const done = new Promise<Buffer>((resolve, reject) => {
    document.on("data", (chunk: Buffer) => chunks.push(chunk));
    document.on("end", () => resolve(Buffer.concat(chunks)));
    document.on("error", reject);
  });
  sheet.vouchers.forEach((voucher, index) => {
    const place = index % (COLUMNS * ROWS);
    if (place === 0) document.addPage();
    const left = PAGE.margin + (place % COLUMNS) * CELL.width;
    const top = PAGE.margin + Math.floor(place / COLUMNS) * CELL.height;
    drawVoucher({ document, codes }, { ...sheet, paid }, voucher, { left, top });
  });
  document.end();
  return done;
}

interface Tools {
  document: PDFKit.PDFDocument;
  codes: typeof QRCode;
}

function drawVoucher(
  { document, codes }: Tools,
  { paid, expires_at }: Sheet & { paid: string },
  { code, url }: Sheet["vouchers"][number],
  { left, top }: { left: number; top: number },
): void {
  document.rect(left, top, CELL.width, CELL.height).lineWidth(0.5).dash(2, { space: 2 }).stroke("#999999").undash();
  drawCode({ document, codes }, url, { left: left + (CELL.width - QR_SIZE) / 2, top: top + 6 });
  const line = (text: string, y: number, size: number, font = "Helvetica") =>
    document
      .font(font)
      .fontSize(size)
      .fillColor("#000000")
      .text(text, left, top + y, { width: CELL.width, align: "center", lineBreak: false });
  line(paid, 94, 10, "Helvetica-Bold");
  line(code, 108, 6.5, "Courier");
  line(`until ${expires_at.slice(0, 10)}`, 118, 7);
}

/** Draws the code as rectangles, which are sharp at any size. Level M stands a crease or a stain. */
function drawCode({ document, codes }: Tools, text: string, { left, top }: { left: number; top: number }): void {
  const { size, data } = codes.create(text, { errorCorrectionLevel: "M" }).modules;
  const step = QR_SIZE / size;
  data.forEach((isDark, index) => {
    if (isDark) document.rect(left + (index % size) * step, top + Math.floor(index / size) * step, step, step);
  });
  document.fill("#000000");
}
