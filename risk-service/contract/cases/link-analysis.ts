import { z } from 'zod'
import { assessmentKeySchema, entityTypeSchema, eventRowSchema } from '../common/entities.ts'
import { environmentInput, environmentRoute, procedure } from '../common/procedure.ts'
import { bulkResults } from './bulk-decisions.ts'
import { caseActions, decisionOrigins, linkAnalysisLimits } from './case-definitions.ts'
import { caseRowSchema } from './case-entities.ts'
import { personSchema } from './queue-entities.ts'

const path = `${environmentRoute}/linkanalysis`
const windowInput = environmentInput.extend({
  eventType: assessmentKeySchema,
  id: z.string().min(1).max(128),
  /** Days before now in which linked events are looked for. */
  days: z.number().int().min(1).max(linkAnalysisLimits.days).default(linkAnalysisLimits.defaultDays),
})
/** A value of the event that other events can share; `value` is the normalised one. */
const linkAttributeSchema = z.object({ type: entityTypeSchema, value: z.string().min(1).max(500) })
export type LinkAttribute = z.infer<typeof linkAttributeSchema>

const linkedSchema = z.object({
  row: eventRowSchema,
  /** Positions of the chosen attributes that the event shares. */
  links: z.array(z.number().int()),
})
const linkedCaseSchema = linkedSchema.extend({
  case: caseRowSchema,
  /** Why the caller cannot decide the case together with others; null: nothing is in the way. */
  refusal: z.enum(bulkResults).nullable(),
})
const decidedCaseSchema = linkedSchema.extend({
  case: caseRowSchema,
  outcome: z.object({
    decision: z.string(),
    caseAction: z.enum(caseActions),
    reason: z.string(),
    by: personSchema.nullable(),
    at: z.iso.datetime(),
    via: z.enum(decisionOrigins),
  }),
})
export type LinkedCase = z.infer<typeof linkedCaseSchema>
export type DecidedCase = z.infer<typeof decidedCaseSchema>
export type LinkedEvent = z.infer<typeof linkedSchema>

export const linkAnalysisSchema = z.object({
  /** The newest of each kind; `total` counts all that were looked at. */
  open: z.object({ total: z.number().int(), rows: z.array(linkedCaseSchema) }),
  decided: z.object({ total: z.number().int(), rows: z.array(decidedCaseSchema) }),
  others: z.object({ total: z.number().int(), rows: z.array(linkedSchema) }),
  /** False: an attribute has more events than are looked at. */
  complete: z.boolean(),
})
export type LinkAnalysis = z.infer<typeof linkAnalysisSchema>

const resultsInput = windowInput.extend({
  attributes: z.array(linkAttributeSchema).min(1).max(linkAnalysisLimits.attributes),
  /** `all`: an event has to share every attribute. */
  match: z.enum(['any', 'all']).default('any'),
})
export const linkTables = ['open', 'decided', 'others'] as const
export type LinkTable = (typeof linkTables)[number]
export const linkExportInputSchema = resultsInput.extend({
  table: z.enum(linkTables),
  /** Only these events, by the ids of the service. */
  ids: z.array(z.uuid()).min(1).max(linkAnalysisLimits.rows).optional(),
})

export const linkAnalysisContract = {
  counts: procedure
    .route({
      method: 'POST',
      path: `${path}/counts`,
      summary: 'Values of one event with the number of other events that share each',
    })
    .input(windowInput)
    .output(
      z.array(
        linkAttributeSchema.extend({
          display: z.string(),
          /** At most one more than `linkAnalysisLimits.events`: then there are more. */
          count: z.number().int(),
        }),
      ),
    ),
  total: procedure
    .route({
      method: 'POST',
      path: `${path}/total`,
      summary: 'Number of other events that share any value with one event',
    })
    .input(windowInput)
    .output(
      z.object({
        /** At most one more than `linkAnalysisLimits.events`: then there are more. */
        events: z.number().int(),
      }),
    ),
  results: procedure
    .route({
      method: 'POST',
      path: `${path}/results`,
      summary: 'Open cases, decided cases and other events that share chosen values with one event',
    })
    .input(resultsInput)
    .output(linkAnalysisSchema),
  export: procedure
    .route({
      method: 'POST',
      path: `${path}/export`,
      summary: 'A table of the results as a CSV file',
      description: 'Refused with `export.tooLarge`. Every file is audited.',
    })
    .input(linkExportInputSchema)
    .output(z.file()),
}
