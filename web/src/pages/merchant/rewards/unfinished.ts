// Progress of a list that is being sent, for the page after a reload. The rows themselves are not kept: they are in the file.

const KEY = "merit-list";

export interface Unfinished {
  name: string;
  sent: number;
  count: number;
}

export function unfinished(): Unfinished | undefined {
  const text = sessionStorage.getItem(KEY);
  return text === null ? undefined : JSON.parse(text);
}

export const rememberUnfinished = (list: Unfinished): void => sessionStorage.setItem(KEY, JSON.stringify(list));
export const forgetUnfinished = (): void => sessionStorage.removeItem(KEY);
