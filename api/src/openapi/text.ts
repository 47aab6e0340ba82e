/** A header with a text as its value. */
export const text = (description: string, example: string, more: object = {}) => ({
  description,
  schema: { type: "string", ...more },
  example,
});

/** Pascal case of a name: CreatedAt for `created_at`. */
export const pascal = (name: string) => name.replaceAll(/(?:^|_)(.)/g, (_, letter: string) => letter.toUpperCase());
