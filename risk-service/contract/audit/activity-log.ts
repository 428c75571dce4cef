import { z } from 'zod'
import { isTimeZone } from '../common/days.ts'
import { uuid } from '../common/entities.ts'
import { environmentInput, environmentRoute, procedure } from '../common/procedure.ts'
import {
  logColumns,
  logEmptinessOperators,
  logFields,
  logLimits,
  logListOperators,
} from './activity-log-definitions.ts'

const path = `${environmentRoute}/activity-log`
const value = z
  .string()
  .min(1)
  .max(logLimits.value)
  .refine(text => !text.includes('\u0000'), 'A value has no control character U+0000.')

const filterSchema = z.discriminatedUnion('op', [
  z.object({
    field: z.enum(logFields),
    op: z.enum(logListOperators),
    values: z.array(value).min(1).max(logLimits.values),
  }),
  z.object({ field: z.enum(logFields), op: z.enum(logEmptinessOperators) }),
])
export type LogFilter = z.infer<typeof filterSchema>

const queryShape = environmentInput.extend({
  /** Whole days, both included. */
  dates: z.object({ from: z.iso.date(), to: z.iso.date() }),
  /** Time zone of the days. */
  timeZone: z.string().max(100).refine(isTimeZone, 'This is no time zone of the IANA database.').default('UTC'),
  /** Every one has to match. */
  filters: z
    .array(filterSchema)
    .max(logLimits.filters, `A search has at most ${logLimits.filters} filters.`)
    .default([]),
})
const inOrder = {
  check: ({ dates }: { dates: { from: string; to: string } }) => dates.from <= dates.to,
  issue: { path: ['dates', 'to'], message: 'The last day is before the first.' },
}
const querySchema = queryShape.refine(inOrder.check, inOrder.issue)
export type LogQuery = z.output<typeof querySchema>
const pageSchema = queryShape
  .extend({
    cursor: z.string().max(200).optional(),
    limit: z.number().int().min(1).max(logLimits.page).default(logLimits.page),
  })
  .refine(inOrder.check, inOrder.issue)
export type LogPageInput = z.output<typeof pageSchema>
const exportSchema = queryShape
  .extend({
    /** `all`: every column with what was before and after; else these with their names. */
    columns: z.union([
      z.literal('all'),
      z
        .array(z.object({ column: z.enum(logColumns), name: z.string().trim().min(1).max(200) }))
        .min(1)
        .max(logColumns.length),
    ]),
  })
  .refine(inOrder.check, inOrder.issue)
const proofSchema = queryShape.omit({ filters: true }).refine(inOrder.check, inOrder.issue)
export type LogExportInput = z.output<typeof exportSchema>

const rowSchema = z.object({
  id: uuid,
  at: z.iso.datetime(),
  operation: z.string(),
  resourceType: z.string(),
  resourceId: z.string(),
  resourceName: z.string(),
  actorId: z.string(),
  actorName: z.string(),
  /** Null: the entry is about the whole tenant. */
  environmentId: uuid.nullable(),
  /** Names as they were then. */
  environmentName: z.string().nullable(),
  assessmentId: z.string().nullable(),
  assessmentName: z.string().nullable(),
})
export type LogRow = z.infer<typeof rowSchema>

const entrySchema = rowSchema.extend({
  /** The actor's roles at that time. */
  actorRoles: z.array(z.string()),
  correlationId: z.string().nullable(),
  /** When its content was erased; null: it is there. */
  erasedAt: z.iso.datetime().nullable(),
  /** Secrets are `***`. Null: there was nothing before or there is nothing after. */
  before: z.unknown(),
  after: z.unknown(),
  /** The entries about the same resource before and after this one. */
  previousId: uuid.nullable(),
  nextId: uuid.nullable(),
  /** The place of this entry among those about its resource, the newest first, and their number. */
  change: z.number().int(),
  changes: z.number().int(),
})
export type LogEntry = z.infer<typeof entrySchema>

/** The log of who changed, exported and looked at what. Entries cannot be changed. */
export const activityLogContract = {
  search: procedure
    .route({
      method: 'POST',
      path: `${path}/search`,
      summary: 'A page of the activity log of an environment and its children, newest first',
      description: `Days of the last ${logLimits.months} months; up to ${logLimits.filters} filters, joined by And.`,
    })
    .input(pageSchema)
    .output(z.object({ rows: z.array(rowSchema), nextCursor: z.string().nullable(), queryMs: z.number() })),
  count: procedure
    .route({ method: 'POST', path: `${path}/count`, summary: 'Number of matching entries' })
    .input(querySchema)
    .output(
      z.object({
        count: z.number().int(),
        /** There are more than `count`. */
        isMore: z.boolean(),
      }),
    ),
  get: procedure
    .route({ method: 'GET', path: `${path}/{id}`, summary: 'One entry with what was before and after' })
    .input(environmentInput.extend({ id: uuid }))
    .output(entrySchema),
  export: procedure
    .route({
      method: 'POST',
      path: `${path}/export`,
      summary: 'The matching entries as a CSV file',
      description: 'Refused with `export.tooLarge` or cancelled with `export.timeout`. Every file is audited.',
    })
    .input(exportSchema)
    .output(z.file()),
  proof: procedure
    .route({
      method: 'POST',
      path: `${path}/proof`,
      summary: 'The entries of some days as a file that proves itself (NDJSON)',
      description:
        'Every link of the chain of the tenant with the entries that the caller may see, and the signed heads. `npm run --silent audit -- verify FILE` proves it without the service. Refused with `export.tooLarge` or cancelled with `export.timeout`. Every file is audited.',
    })
    .input(proofSchema)
    .output(z.file()),
}
