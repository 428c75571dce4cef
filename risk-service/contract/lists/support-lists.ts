import { z } from 'zod'
import { isMaskedText } from '../common/personal-data.ts'
import { environmentInput, environmentRoute, procedure } from '../common/procedure.ts'
import { listLimits, type SupportListId, supportLists, supportStatuses } from './list-definitions.ts'
import { file, hasNoControlCharacters, page } from './list-inputs.ts'

const time = z.iso.datetime({ offset: true })
const count = z.number().int()

export const supportListSchema = z.object({
  id: z.enum(Object.keys(supportLists) as [SupportListId, ...SupportListId[]]),
  /** The name that rules write. */
  name: z.string(),
  entity: z.string(),
  entries: count,
  safe: count,
  block: count,
  watch: count,
  updatedAt: time.nullable(),
})
export type SupportList = z.infer<typeof supportListSchema>

export const supportStatusSchema = z.enum(supportStatuses)
export type SupportStatus = z.infer<typeof supportStatusSchema>

export const supportEntrySchema = z.object({
  value: z.string(),
  status: supportStatusSchema,
  reason: z.string(),
  comments: z.string(),
  /** Time from which the entry does not match. */
  expiresAt: time.nullable(),
  addedBy: z.string(),
  addedAt: time,
  updatedBy: z.string(),
  updatedAt: time,
})
export type SupportEntry = z.infer<typeof supportEntrySchema>

const supportListId = supportListSchema.shape.id

/** A change of the list status of a value, as the activity log has it. */
export const supportChangeSchema = z.object({
  id: z.uuid(),
  at: time,
  by: z.string(),
  list: supportListId,
  value: z.string(),
  /** The new status; null: it was taken off its list. */
  status: supportStatusSchema.nullable(),
  reason: z.string(),
  comments: z.string(),
  expiresAt: time.nullable(),
})
export type SupportChange = z.infer<typeof supportChangeSchema>

const supportListInput = environmentInput.extend({ list: supportListId })
export const supportValueSchema = z
  .string()
  .trim()
  .min(1)
  .max(listLimits.value)
  .refine(hasNoControlCharacters, 'A value has no control characters.')
/** A value to be listed: the masked form of a value is none. */
export const listedValueSchema = supportValueSchema.refine(
  value => !isMaskedText(value),
  'This is the masked form of a value: reveal the value first.',
)
const values = z.array(supportValueSchema).min(1).max(listLimits.values)
const reason = z.string().trim().max(listLimits.reason).default('')
const comments = z.string().trim().max(listLimits.comments).default('')
const entryChange = { reason, comments, expiresAt: time.nullable().default(null) }
const supportListsPath = `${environmentRoute}/lists/support`
const entryCounts = z.object({ added: count, updated: count, unchanged: count })

/** The five support lists, of values with a status, that every environment has. */
export const supportListsContract = {
  list: procedure
    .route({ method: 'GET', path: supportListsPath, summary: 'The support lists with their numbers of entries' })
    .input(environmentInput)
    .output(z.array(supportListSchema)),
  entries: procedure
    .route({ method: 'GET', path: `${supportListsPath}/{list}`, summary: 'One page of the entries of a support list' })
    .input(
      supportListInput.extend({
        search: z.string().trim().max(200).default(''),
        status: supportStatusSchema.optional(),
        sort: z.enum(['value', 'updatedAt']).default('value'),
        direction: z.enum(['asc', 'desc']).default('asc'),
        ...page,
      }),
    )
    .output(z.object({ rows: z.array(supportEntrySchema), total: count, nextCursor: z.string().nullable() })),
  find: procedure
    .route({
      method: 'POST',
      path: `${supportListsPath}/{list}/find`,
      summary: 'Entries of these values, as far as there are any',
    })
    .input(supportListInput.extend({ values }))
    .output(z.array(supportEntrySchema)),
  save: procedure
    .route({ method: 'PUT', path: `${supportListsPath}/{list}`, summary: 'Add values, or change those that are there' })
    .input(
      supportListInput.extend({
        values: z.array(listedValueSchema).min(1).max(listLimits.values),
        status: supportStatusSchema,
        ...entryChange,
      }),
    )
    .output(entryCounts),
  remove: procedure
    .route({
      method: 'POST',
      path: `${supportListsPath}/{list}/remove`,
      summary: 'Take values off a support list; unknown ones are reported',
    })
    .input(supportListInput.extend({ values, comments }))
    .output(z.object({ removed: count, notFound: z.array(z.string()) })),
  import: procedure
    .route({
      method: 'POST',
      path: `${supportListsPath}/{list}/import`,
      summary: 'Add or change the values of a file with the columns of the export',
    })
    .input(supportListInput.extend({ file }))
    .output(entryCounts),
  export: procedure
    .route({
      method: 'POST',
      path: `${supportListsPath}/export`,
      summary: 'Entries as a CSV file, or a zip for several lists',
    })
    .input(environmentInput.extend({ lists: z.array(supportListId).min(1).max(5) }))
    .output(file),
}

const entitiesInput = environmentInput.extend({
  entities: z
    .array(z.object({ list: supportListId, value: supportValueSchema }))
    .min(1)
    .max(50),
})

/** The status of single values, from the page of a transaction or a case. */
export const supportEntriesContract = {
  get: procedure
    .route({
      method: 'POST',
      path: `${environmentRoute}/support-entries`,
      summary: 'What the support lists say of the values of a transaction',
    })
    .input(entitiesInput)
    .output(z.array(z.object({ list: supportListId, entry: supportEntrySchema }))),
  history: procedure
    .route({
      method: 'POST',
      path: `${environmentRoute}/support-entries/history`,
      summary: 'Changes of the list status of the values of a transaction, the latest first',
    })
    .input(entitiesInput)
    .output(z.array(supportChangeSchema)),
  set: procedure
    .route({
      method: 'PUT',
      path: `${environmentRoute}/support-entries`,
      summary: 'Give a value a status, or take it off its list',
    })
    .input(
      environmentInput.extend({
        list: supportListId,
        value: listedValueSchema,
        status: supportStatusSchema.nullable(),
        ...entryChange,
      }),
    )
    .output(supportEntrySchema.nullable()),
}
