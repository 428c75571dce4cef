import { z } from 'zod'
import { environmentInput, environmentRoute, procedure } from '../common/procedure.ts'

const count = z.number().int()

const outlookSchema = z.object({
  cost: z.object({
    /** The calendar months that are over, the earliest first, with what each cost in dollars. */
    months: z.array(z.object({ month: z.string(), dollars: z.number() })),
    dollars: z.number(),
    /** What the cost is of: the prices of the table, or what the plan says. */
    source: z.enum(['prices', 'plan']),
    /** Fraud of these months, as reports know it by now, that rules rejected. */
    stoppedFrauds: count,
    /** Null: no fraud was stopped. */
    perStoppedFraud: z.number().nullable(),
  }),
  /** Null: the installation serves other tenants too, whose figures are not for this one. */
  capacity: z
    .object({
      /** Days of the growth, and of those before with which they are compared. */
      days: count,
      calls: count,
      callsBefore: count,
      /** Calls of `days` ÷ calls of the days before; 1 where there were none. */
      growth: z.number(),
      /** Calls of the busiest hour of `days`. */
      peakHour: count,
      /** Processor time of the service since its start ÷ calls since then; null: too few calls to measure. */
      processorMs: z.number().nullable(),
      measuredCalls: count,
      storedEvents: count,
      storedBytes: count,
      /** Null: nothing is stored. */
      bytesPerEvent: z.number().nullable(),
      /** In 90 days at this growth. */
      later: z.object({
        callsPerDay: z.number(),
        peakPerSecond: z.number(),
        cores: z.number().nullable(),
        bytes: z.number().nullable(),
      }),
    })
    .nullable(),
})
export type Outlook = z.output<typeof outlookSchema>

/** What a stopped fraud costs, and what the installation needs in 90 days. */
export const outlookContract = {
  outlook: procedure
    .route({
      method: 'GET',
      path: `${environmentRoute}/billing/outlook`,
      summary: 'Cost per stopped fraud, and processors and storage in 90 days',
    })
    .input(environmentInput)
    .output(outlookSchema),
}
