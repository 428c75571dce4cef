import { z } from 'zod'
import { uuid } from '../../common/entities.ts'
import { environmentInput, environmentRoute, procedure } from '../../common/procedure.ts'
import { alertComparisons, alertMetrics, alertPauseReasons, alertPeriods, reportLimits } from './report-definitions.ts'
import { reportPersonSchema } from './report-figures.ts'

const alertsPath = `${environmentRoute}/casemanagement/report/alerts`
const time = z.iso.datetime()

/** What an alert watches. Shares and rates as numbers from 0 to 1. */
export const alertSettingsSchema = z.object({
  name: z.string().trim().min(1).max(reportLimits.alertName),
  metric: z.enum(alertMetrics),
  period: z.enum(alertPeriods).default('7d'),
  comparison: z.enum(alertComparisons),
  value: z.number().min(0).max(1_000_000),
  /** Empty: all queues of the environment and those below it. */
  queueIds: z.array(uuid).max(100).default([]),
  /** Empty: everybody. Figures of queues do not depend on it. */
  reviewerIds: z.array(uuid).max(100).default([]),
  enabled: z.boolean().default(true),
})
export type AlertSettings = z.output<typeof alertSettingsSchema>

export const alertSchema = alertSettingsSchema.extend({
  id: uuid,
  environmentId: uuid,
  owner: reportPersonSchema,
  /** Null: it is on. */
  pauseReason: z.enum(alertPauseReasons).nullable(),
  /** The latest value and when it was computed; the value is null where nothing was counted. */
  checked: z.object({ at: time, value: z.number().nullable() }).nullable(),
  /** When the owner was notified last; at most once a day of UTC. */
  notifiedAt: time.nullable(),
  version: z.number().int(),
})
export type ReportAlert = z.infer<typeof alertSchema>

const alertInput = environmentInput.extend({ alertId: uuid })
const baseVersion = z.coerce.number().int()

/** Alerts of the case report: managers of cases change them. */
export const caseAlertsContract = {
  list: procedure
    .route({ method: 'GET', path: alertsPath, summary: 'Alerts of the case report of the environment, by name' })
    .input(environmentInput)
    .output(z.array(alertSchema)),
  create: procedure
    .route({ method: 'PUT', path: `${alertsPath}/{alertId}`, summary: 'Create an alert; the caller gives the id' })
    .input(alertInput.extend({ settings: alertSettingsSchema }))
    .output(alertSchema),
  update: procedure
    .route({
      method: 'PATCH',
      path: `${alertsPath}/{alertId}`,
      summary: 'Change an alert; whoever changes it owns it, and is notified',
    })
    .input(alertInput.extend({ baseVersion, settings: alertSettingsSchema }))
    .output(alertSchema),
  remove: procedure
    .route({ method: 'DELETE', path: `${alertsPath}/{alertId}`, summary: 'Delete an alert' })
    .input(alertInput.extend({ baseVersion }))
    .output(z.object({ removed: z.boolean() })),
}
