/** A part of a mail. Both of its forms, plain text and HTML, are made of the same blocks. */
export type Block =
  | { text: string }
  /** Lines of a list. */
  | { lines: string[] }
  | { button: string; url: string }
  | { link: string; url: string }
  /** A token for those who call the API; shown so that it can be copied whole. */
  | { token: string };

export interface MailText {
  text: string;
  html: string;
}

interface Page {
  title: string;
  blocks: Block[];
  /** Small print: where the mail comes from, and how to get no more of its kind. */
  footer: Block[];
}

// Styles stand in the elements, since mail clients drop style sheets. No colour is set for text or background, so that clients
// choose them in their light or dark mode. Nothing is loaded from servers: many clients don't, and it would tell who reads.
const BODY = "margin:0;padding:24px 16px;font:16px/1.5 system-ui,-apple-system,'Segoe UI',Arial,sans-serif";
const COLUMN = "max-width:560px;margin:0 auto";
const BUTTON =
  "display:inline-block;padding:10px 18px;border-radius:6px;background:#1d4ed8;color:#ffffff;text-decoration:none";
const FOOTER = "margin-top:32px;border-top:1px solid #8a8a8a;font-size:13px";

export function layOut({ title, blocks, footer }: Page): MailText {
  const small = footer.map(htmlOf).join("\n");
  return {
    text: `${[...blocks.map(textOf), "-- ", ...footer.map(textOf)].join("\n\n")}\n`,
    html: `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<meta name="supported-color-schemes" content="light dark">
<title>${escapeHtml(title)}</title>
</head>
<body style="${BODY}">
<div style="${COLUMN}">
${blocks.map(htmlOf).join("\n")}
<div style="${FOOTER}">
${small}
</div>
</div>
</body>
</html>
`,
  };
}

function textOf(block: Block): string {
  if ("text" in block) return block.text;
  if ("lines" in block) return block.lines.map((line) => `- ${line}`).join("\n");
  if ("token" in block) return `Token: ${block.token}`;
  return `${"link" in block ? block.link : block.button}: ${block.url}`;
}

function htmlOf(block: Block): string {
  if ("text" in block) return `<p>${escapeHtml(block.text)}</p>`;
  if ("lines" in block) return `<ul>${block.lines.map((line) => `<li>${escapeHtml(line)}</li>`).join("")}</ul>`;
  if ("token" in block) return `<p>Token: <code style="word-break:break-all">${escapeHtml(block.token)}</code></p>`;
  const [label, style] = "link" in block ? [block.link, ""] : [block.button, ` style="${BUTTON}"`];
  return `<p><a href="${escapeHtml(block.url)}" target="_blank"${style}>${escapeHtml(label)}</a></p>`;
}

/** Escapes text, also for attributes in quotes: names come from users and merchants. */
export const escapeHtml = (text: string) => text.replace(/[&<>"']/g, (character) => `&#${character.charCodeAt(0)};`);
