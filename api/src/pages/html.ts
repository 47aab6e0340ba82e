import { escapeHtml } from "@merit/core/parties/mail/layout.ts";

/**
 * A page without scripts.
 * @param title as text
 * @param style path of its style sheet
 * @param content HTML, in which everything that came from elsewhere is escaped
 */
export const htmlPage = ({
  title,
  style,
  content,
}: {
  title: string;
  style: string;
  content: string;
}) => `<!doctype html>
<html lang="en">
  <head>
    <meta charset="utf-8">
    <meta name="viewport" content="width=device-width, initial-scale=1">
    <title>${escapeHtml(title)}</title>
    <link rel="icon" href="data:,">
    <link rel="stylesheet" href="${style}">
  </head>
  <body>
    <main>
      ${content}
    </main>
  </body>
</html>
`;
