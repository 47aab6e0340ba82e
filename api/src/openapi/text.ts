/** What a header holds. */
export const text = (description: string, example: string, more: object = {}) => ({
  description,
  schema: { type: "string", ...more },
  example,
});
