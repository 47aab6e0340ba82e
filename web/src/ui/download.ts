/** Lets the browser save a text as a file. */
export function download(name: string, text: string | string[], type = "text/csv"): void {
  const url = URL.createObjectURL(new Blob([text].flat(), { type }));
  const link = Object.assign(document.createElement("a"), { href: url, download: name });
  link.click();
  URL.revokeObjectURL(url);
}
