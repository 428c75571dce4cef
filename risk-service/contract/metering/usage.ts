import { z } from 'zod'
import { uuid } from '../common/entities.ts'
import { environmentInput, environmentRoute, procedure } from '../common/procedure.ts'
import { apiExperiences } from '../integration/api-management-definitions.ts'
import { daysBetween } from './billing-cycle.ts'
import { meteredCapabilities, meteredResponses, usageRows } from './metering-definitions.ts'
import { planSchema } from './plan.ts'

const path = `${environmentRoute}/usage`
const billingPath = `${environmentRoute}/billing`
const count = z.number().int()
const day = z.iso.date()
const capability = z.enum(meteredCapabilities)

const cycleSchema = z.object({ from: day, to: day })

/** `past`, `running` or `future` on the day of the answer. */
const monthSchema = z.object({
  month: z.string(),
  from: day,
  to: day,
  state: z.enum(['past', 'running', 'future']),
  /** The share of the month in what was purchased; null: no limit was agreed on. */
  purchased: count.nullable(),
  used: count,
})
export type UsageMonth = z.output<typeof monthSchema>

const capabilityUseSchema = z.object({
  capability,
  /** Units that the tenant has in the cycle; null: no limit was agreed on. */
  purchased: count.nullable(),
  /** Of the environments of the answer. */
  used: count,
  /** Of all environments of the tenant: what the entitlement is compared with. */
  tenantUsed: count,
  /** Of the tenant, at the end of the cycle; null: the cycle is over or began today. */
  tenantProjected: count.nullable(),
  /** Of the environments of the answer. */
  projected: count.nullable(),
  /** Names of the APIs that were called, without that of built-in capabilities. */
  apiNames: z.array(z.string()),
  months: z.array(monthSchema),
})
export type CapabilityUse = z.output<typeof capabilityUseSchema>

const summarySchema = z.object({
  updatedAt: z.iso.datetime(),
  /** Cycles with stored use, the latest first. */
  cycles: z.array(cycleSchema),
  cycle: cycleSchema.extend({ isCurrent: z.boolean(), daysLeft: count }),
  capabilities: z.array(capabilityUseSchema),
})
export type UsageSummary = z.output<typeof summarySchema>

/** Filters of the details. Experiences and responses are those of calls: transactions of reports have none. */
const filterFields = {
  from: day,
  to: day,
  capability: capability.optional(),
  apiName: z.string().min(1).max(300).optional(),
  /** One environment alone, without those below it. */
  only: uuid.optional(),
  experience: z.enum(apiExperiences).optional(),
  response: z.enum(meteredResponses).optional(),
}
const isRange = ({ from, to }: { from: string; to: string }) => from <= to && daysBetween(from, to) <= usageRows.days
const rangeOrder = {
  path: ['to'],
  message: `The end is not before the start, and at most ${usageRows.days} days are read at once.`,
}

const rowSchema = z.object({
  date: day,
  environmentId: uuid,
  environment: z.string(),
  capability,
  apiName: z.string(),
  /** Empty: a call that was refused before it had one, or no call. */
  experience: z.string(),
  /** Empty: no call. */
  response: z.string(),
  count,
})
export type UsageRow = z.output<typeof rowSchema>

const detailsSchema = z.object({
  updatedAt: z.iso.datetime(),
  used: count,
  /** Use of each day by capability, from the first day to the last. */
  days: z.array(z.object({ date: day, counts: z.array(z.object({ capability, count })) })),
  /** The newest rows. */
  rows: z.array(rowSchema),
  rowCount: count,
  /** What the range can be filtered by. */
  options: z.object({
    apiNames: z.array(z.string()),
    environments: z.array(z.object({ id: uuid, name: z.string(), isDeleted: z.boolean() })),
  }),
})
export type UsageDetails = z.output<typeof detailsSchema>

const summaryInput = environmentInput.extend({
  /** A day of the cycle; absent: today. */
  day: day.optional(),
})
const detailsInput = environmentInput.extend(filterFields).refine(isRange, rangeOrder)
/** One root with all below it; absent: all of the tenant. */
const rootField = { rootId: uuid.optional() }
const tenantSummaryInput = summaryInput.extend(rootField)
const tenantDetailsInput = environmentInput.extend({ ...filterFields, ...rootField }).refine(isRange, rangeOrder)

const note = 'Calls answered 2xx or 4xx in production environments, those of deleted environments included.'

/** What an environment and those below it have used of the entitlement of the tenant. */
export const usageContract = {
  summary: procedure
    .route({
      method: 'GET',
      path: `${path}/summary`,
      summary: 'Use of a billing cycle by capability',
      description: note,
    })
    .input(summaryInput)
    .output(summarySchema),
  details: procedure
    .route({ method: 'GET', path: `${path}/details`, summary: 'Use by day, environment and API', description: note })
    .input(detailsInput)
    .output(detailsSchema),
  export: procedure
    .route({ method: 'POST', path: `${path}/export`, summary: 'Use by day, environment and API as a CSV file' })
    .input(detailsInput)
    .output(z.instanceof(File)),
}

const storedPlanSchema = z.object({
  version: count,
  plan: planSchema,
  cycle: cycleSchema.extend({ daysLeft: count }),
  /** Units of the running calendar month, for its price. */
  month: z.object({ month: z.string(), units: z.record(capability, count) }),
  roots: z.array(z.object({ id: uuid, name: z.string() })),
})
export type StoredPlan = z.output<typeof storedPlanSchema>

/** The plan of the tenant, and what all of its production environments have used of it. */
export const billingContract = {
  get: procedure
    .route({ method: 'GET', path: `${billingPath}/plan`, summary: 'The plan of the tenant and its billing cycle' })
    .input(environmentInput)
    .output(storedPlanSchema),
  save: procedure
    .route({ method: 'PUT', path: `${billingPath}/plan`, summary: 'Replace the plan of the tenant' })
    .input(environmentInput.extend({ baseVersion: count.min(0), plan: planSchema }))
    .output(storedPlanSchema),
  summary: procedure
    .route({ method: 'GET', path: `${billingPath}/summary`, summary: 'Use of a billing cycle in the whole tenant' })
    .input(tenantSummaryInput)
    .output(summarySchema),
  details: procedure
    .route({ method: 'GET', path: `${billingPath}/details`, summary: 'Use by day, environment and API in the tenant' })
    .input(tenantDetailsInput)
    .output(detailsSchema),
  export: procedure
    .route({ method: 'POST', path: `${billingPath}/export`, summary: 'Use in the tenant as a CSV file' })
    .input(tenantDetailsInput)
    .output(z.instanceof(File)),
}
