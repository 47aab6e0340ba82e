/** True if a text can be stored unchanged. PostgreSQL refuses NUL; half a surrogate pair would become U+FFFD, and texts could collide. */
export const isStorable = (text: string): boolean => !text.includes("\0") && text.isWellFormed();

/** A text that somebody else wrote, for the record: what can't be stored is U+FFFD, as in text that isn't UTF-8. */
export const storable = (text: string): string => text.replaceAll("\0", "\uFFFD").toWellFormed();
