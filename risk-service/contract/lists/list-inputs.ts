import { z } from 'zod'
import { fileFault } from '../common/file-faults.ts'
import { listLimits } from './list-definitions.ts'

/*
 * Inputs that the procedures of custom, database and support lists share.
 */

/** Invisible characters are not allowed in a name or a value. */
export const hasNoControlCharacters = (text: string) => !/\p{Cc}/u.test(text)
export const file = z.file()
export const page = {
  cursor: z.string().max(2000).optional(),
  limit: z.coerce.number().int().min(1).max(200).default(50),
}
/** Names in rules are compared without letter case and outer blanks; a name cannot be changed later. */
export const listNameSchema = z
  .string()
  .transform(name => name.normalize('NFC').trim())
  .pipe(z.string().min(1).max(listLimits.name).refine(hasNoControlCharacters, fileFault('controlCharacters')))

/** Name and description of every list, as a form validates them. */
export const listDetailsSchema = z.object({
  name: listNameSchema,
  description: z.string().trim().max(listLimits.description),
})
