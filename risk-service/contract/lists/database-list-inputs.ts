import { z } from 'zod'
import { fileFault } from '../common/file-faults.ts'
import { externalCallLimits } from '../common/resource-limits.ts'
import { secretSchema } from '../external-calls/external-call-inputs.ts'
import { listLimits } from './list-definitions.ts'
import { hasNoControlCharacters, listDetailsSchema } from './list-inputs.ts'

/* Inputs of database lists, without the procedures, because forms load them. */

const databaseName = z
  .string()
  .trim()
  .min(1)
  .max(255)
  .refine(text => hasNoControlCharacters(text) && !/[/\\#?]/.test(text), fileFault('nameCharacters'))
const column = z.string().min(1).max(255).refine(hasNoControlCharacters, fileFault('controlCharacters'))

export const databaseSchema = z.object({
  kind: z.literal('cosmos'),
  account: z.string().trim().min(1).max(50),
  database: databaseName,
  timeoutMs: z.number().int().min(1).max(externalCallLimits.timeoutMs),
  secret: secretSchema,
})
export const listConnectionSchema = databaseSchema.extend({ container: databaseName })
export type ListConnection = z.infer<typeof listConnectionSchema>

/** Columns that rules can name. */
export const databaseColumnsSchema = z
  .array(column)
  .min(1)
  .max(listLimits.sourceColumns)
  .refine(
    names => new Set(names.map(name => name.trim().toLowerCase())).size === names.length,
    fileFault('columnsRepeat'),
  )

/** All inputs of a new list together, as a form validates them. */
export const databaseListSchema = listConnectionSchema.extend({
  ...listDetailsSchema.shape,
  columns: databaseColumnsSchema,
})
