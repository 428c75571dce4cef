import { z } from 'zod'
import { apiNamePattern, authoredNameMessage, authoredNamePattern } from '../common/constants.ts'
import { displayNamePattern } from '../environments/environment-definitions.ts'
import { templateLimits } from './template-definitions.ts'

/* Inputs of the creation of a template, or of a resource from one: the service validates them, and so do forms. */

/** Name and description of a template in the library. */
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

/** A rule from a template: its name follows the constraints of rule names. */
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
