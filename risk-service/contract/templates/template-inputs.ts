import { z } from 'zod'
import { apiNamePattern, authoredNameMessage, authoredNamePattern } from '../common/constants.ts'
import { displayNamePattern } from '../environments/environment-definitions.ts'
import { templateLimits } from './template-definitions.ts'

/* What is sent to make a template, or something of one: the service validates it, and so do forms. */

/** What the library calls a template, and what is said of it. */
export const templateDetailsSchema = z.object({
  name: z
    .string()
    .trim()
    .min(1)
    .max(templateLimits.name)
    .refine(text => !/\p{Cc}/u.test(text), 'A name has no control characters.'),
  description: z.string().trim().max(templateLimits.description),
})

/** A file that becomes a template. */
export const templateImportSchema = templateDetailsSchema.extend({ file: z.file() })

/** A rule from a template: its name keeps to what rules are called. */
export const ruleFromTemplateSchema = templateDetailsSchema.extend({
  name: templateDetailsSchema.shape.name.regex(authoredNamePattern, authoredNameMessage),
})

/** An assessment from a template. */
export const assessmentFromTemplateSchema = z.object({
  apiName: z
    .string()
    .trim()
    .min(1)
    .regex(apiNamePattern, 'An API name begins with a letter, and has letters, digits and underscores, at most 60.'),
  friendlyName: z
    .string()
    .trim()
    .min(1)
    .regex(
      displayNamePattern,
      'A name begins with a letter, digit or underscore and goes on with those or blanks, at most 60.',
    ),
})
