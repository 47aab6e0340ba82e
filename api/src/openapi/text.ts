/** A header with a text as its value. */
export const text = (description: string, example: string, more: object = {}) => ({
  description,
  schema: { type: "string", ...more },
  example,
});
