import { z } from 'zod'
import { environmentRoute, procedure } from '../common/procedure.ts'
import { observedReportForms } from './report-definitions.ts'
import { distributionSchema, periodsSchema, summaryInputSchema, volume } from './reports.ts'

const observedInputSchema = summaryInputSchema.safeExtend({
  /** Whether volumes are by period or by ten scores. */
  by: z.enum(observedReportForms).default('time'),
})
export type ObservedInput = z.output<typeof observedInputSchema>

const observedReportSchema = z.object({
  /** When transactions were last read; null: not yet. */
  refreshedAt: z.string().nullable(),
  /** The first day that reports cover. */
  firstDay: z.iso.date(),
  /** Whether there is any transaction without the filters. */
  hasData: z.boolean(),
  /** Whether transactions are being read for the first time: the figures are of some of them. */
  firstRead: z.boolean(),
  /** Transactions that are known to be fraud or none, in every view. */
  confirmed: z.int(),
  /** Volume of the transactions in the filter, whatever was observed of them. */
  volume,
  periods: periodsSchema,
  /** The lowest of the ten scores of each bin with transactions, ascending; none by period. */
  bins: z.array(z.int()),
  /** The fields that the configuration of the assessment names, in its order. */
  fields: z.array(
    distributionSchema.extend({
      /** `<API name of the observation>:<path>`; labels have no name. */
      field: z.string(),
      /** Volume of the transactions with a value; by score only of those with a score. */
      volume,
    }),
  ),
})
export type ObservedReport = z.output<typeof observedReportSchema>

/** The report of observation events. */
export const observedReportContract = {
  observed: procedure
    .route({
      method: 'POST',
      path: `${environmentRoute}/reports/observed`,
      summary: 'Values of fields of observations and labels, by period or by score',
      description:
        'Of each field that the configuration of the assessment names, the last value that was received of each transaction: the 20 most frequent values, and the others together. Covers the environment and those below it, as of the last refresh.',
    })
    .input(observedInputSchema)
    .output(observedReportSchema),
}
