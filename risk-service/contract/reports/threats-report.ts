import { z } from 'zod'
import { environmentRoute, procedure } from '../common/procedure.ts'
import {
  distributionSchema,
  periodsSchema,
  rate,
  seriesSchema,
  summaryInputSchema,
  summaryKpisSchema,
  volume,
} from './reports.ts'

const threatsInputSchema = summaryInputSchema.safeExtend({
  /** The attribute, or the path of a field, by whose values transactions are told apart; null: the first one that has values. */
  entity: z.string().max(400).nullable().default(null),
  /** The value that the charts show in any case; null: the one with the most fraud for its transactions. */
  value: z.string().max(400).nullable().default(null),
})
export type ThreatsInput = z.output<typeof threatsInputSchema>

const entityFiguresShape = {
  volume,
  /** Its share of all transactions. */
  share: rate,
  fraudVolume: volume,
  /** Its share of all fraud. */
  fraudShare: rate,
  fraudRate: rate,
}
const entityRowSchema = z.object({ value: z.string(), ...entityFiguresShape })
export type EntityRow = z.output<typeof entityRowSchema>

const threatsReportSchema = z.object({
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
  kpis: summaryKpisSchema,
  /** Of the range of equal length before; null where reports do not reach so far back. */
  previous: summaryKpisSchema.nullable(),
  periods: periodsSchema,
  series: z.object({
    transactions: seriesSchema,
    fraud: seriesSchema,
    /** By the day on which a transaction became known as fraud or as none, whatever its own day. */
    fraudByReceived: seriesSchema,
  }),
  distributions: z.object({
    /** Fraud by the status of the transaction. */
    fraudStatuses: distributionSchema,
    /** What the latest later event that speaks of fraud says, where there is one. */
    fraudFlags: distributionSchema,
  }),
  entity: z.object({
    /** An attribute, or the path of a field. */
    attribute: z.string(),
    /**
     * The first day that values are counted of, where the figures cover days before it, of which there are sums alone;
     * null: they are of the same days.
     */
    countedFrom: z.iso.date().nullable(),
    /** The value that the input names, or the one with the most fraud for its transactions; null: there is none. */
    chosen: z.string().nullable(),
    /** By volume. */
    rows: z.array(entityRowSchema),
    /** All values beyond the rows; null: there are none. */
    others: z.object(entityFiguresShape).nullable(),
    /** The most frequent values, and the chosen one; an empty value: all others. */
    transactions: distributionSchema,
    /** The values with the most fraud, and the chosen one. */
    fraud: distributionSchema,
  }),
})
export type ThreatsReport = z.output<typeof threatsReportSchema>

/** The report of threats. */
export const threatsReportContract = {
  threats: procedure
    .route({
      method: 'POST',
      path: `${environmentRoute}/reports/threats`,
      summary: 'Where fraud comes from, and how it develops',
      description:
        'Fraud by the date of the transaction and of its receipt, and shares of the values of an attribute in transactions and fraud. Covers the environment and those below it, as of the last refresh.',
    })
    .input(threatsInputSchema)
    .output(threatsReportSchema),
}
