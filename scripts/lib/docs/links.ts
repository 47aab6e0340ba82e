import { dirname, join, normalize } from "node:path";

/** The text of a file of the repository, "" for a folder or a file without text, undefined if there is none. */
export type Read = (path: string) => string | undefined;

const withoutBlocks = (text: string) => text.replaceAll(/^ *(`{3,})[^\n]*\n.*?^ *\1/gms, "");

/** Anchors as GitHub makes them from the headings of a page. */
export function anchorsOf(text: string): Set<string> {
  const anchors = new Set<string>();
  for (const [, heading = ""] of withoutBlocks(text).matchAll(/^#{1,6} +(.+?)\s*$/gm)) {
    const words = heading.replaceAll(/\[([^\]]*)\]\([^)]*\)/g, "$1").toLowerCase();
    const slug = words.replaceAll(/[^\p{L}\p{N}\s_-]/gu, "").replaceAll(/\s/g, "-");
    let anchor = slug;
    for (let times = 1; anchors.has(anchor); times++) anchor = `${slug}-${times}`;
    anchors.add(anchor);
  }
  return anchors;
}

/** Targets of a page's links and pictures, except for other servers. */
function targetsOf(text: string): string[] {
  const prose = withoutBlocks(text).replaceAll(/`[^`]*`/g, "``");
  const found = prose.matchAll(/\]\(\s*<?([^()\s>]+)>?(?:\s+"[^"]*")?\s*\)|(?:src|srcset|href)="([^"]+)"/g);
  return [...found].map(([, link, attribute]) => link ?? attribute ?? "").filter((target) => !/^[a-z]+:/i.test(target));
}

/** The links of a page that lead nowhere. */
export function deadLinks(page: string, read: Read): string[] {
  const text = read(page) ?? "";
  return targetsOf(text).filter((target) => {
    const [path = "", anchor] = target.split("#");
    const file = path === "" ? page : normalize(join(dirname(page), decodeURI(path)));
    const content = read(file);
    if (content === undefined) return true;
    return anchor !== undefined && file.endsWith(".md") && !anchorsOf(content).has(anchor);
  });
}
