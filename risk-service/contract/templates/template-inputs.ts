import { z } from 'zod'
import { templateLimits } from './template-definitions.ts'

/** What the library calls a template, and what is said of it: the service validates it, and so do forms. */
export const templateDetailsSchema = z.object({
  name: z
    .string()
    .trim()
    .min(1)
    .max(templateLimits.name)
    .refine(text => !/\p{Cc}/u.test(text), 'A name has no control characters.'),
  description: z.string().trim().max(templateLimits.description),
})
