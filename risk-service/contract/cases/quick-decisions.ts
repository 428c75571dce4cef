import { z } from 'zod'
import { fileFault } from '../common/file-faults.ts'
import { supportListSchema, supportStatusSchema } from '../lists/support-lists.ts'
import { caseLimits, quickDecisionKeys, unknownPlaceholdersOf } from './case-definitions.ts'

/** A status that a decision gives a value of its event on a support list; `days` null: without an expiry. */
export const listUpdateSchema = z.object({
  list: supportListSchema.shape.id,
  status: supportStatusSchema,
  days: z.number().int().min(1).max(caseLimits.listDays).nullable(),
})
export type ListUpdate = z.infer<typeof listUpdateSchema>

/** At most one status for each list. */
export const listUpdatesSchema = z
  .array(listUpdateSchema)
  .refine(updates => new Set(updates.map(({ list }) => list)).size === updates.length, fileFault('listRepeats'))

export const tagSchema = z.string().trim().min(1).max(caseLimits.tag)

/** Text of a note with placeholders, which are filled in when somebody uses it. */
const noteTemplateSchema = z
  .string()
  .max(caseLimits.note)
  .superRefine((template, context) => {
    for (const name of unknownPlaceholdersOf(template))
      context.addIssue({ code: 'custom', ...fileFault('noPlaceholder', { name: `{${name}}` }) })
  })

/** A decision with all that belongs to it, at the press of a digit. */
export const quickDecisionSchema = z.object({
  key: z.enum(quickDecisionKeys),
  label: z.string().trim().min(1).max(caseLimits.quickLabel),
  decision: z.string().min(1).max(caseLimits.name),
  reason: z.string().trim().min(1).max(caseLimits.reason),
  note: noteTemplateSchema.default(''),
  lists: listUpdatesSchema.default([]),
  /** Tag that the case gets; null: none. */
  tag: tagSchema.nullable().default(null),
})
export type QuickDecision = z.infer<typeof quickDecisionSchema>

/** The quick decisions of a queue, each with its own key. */
export const quickDecisionsSchema = z
  .array(quickDecisionSchema)
  .max(quickDecisionKeys.length)
  .superRefine((decisions, context) => {
    const keys = decisions.map(({ key }) => key)
    keys.forEach((key, index) => {
      if (keys.indexOf(key) < index)
        context.addIssue({ code: 'custom', path: [index, 'key'], ...fileFault('keyRepeats', { name: key }) })
    })
  })
