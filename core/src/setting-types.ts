import { z } from "zod";

export const whole = (fallback: number, min: number, max: number) =>
  z
    .string()
    .regex(/^\d+$/, `must be a whole number from ${min} to ${max}`)
    .transform(Number)
    .pipe(z.number().min(min, `must be at least ${min}`).max(max, `must be at most ${max}`))
    .default(fallback);

/** Texts separated by commas, each of which `isValid` takes. */
export const list = (isValid: (entry: string) => boolean, message: string) =>
  z
    .string()
    .transform((text) => text.split(",").map((entry) => entry.trim()))
    .refine((entries) => entries.every(isValid), message);
