import { z } from 'zod'
import { uuid } from '../common/entities.ts'
import { environmentInput, environmentRoute, procedure } from '../common/procedure.ts'
import { alertRuleLimits, incidentStatuses } from './alert-definitions.ts'
import { alertPrecisionSchema, alertRuleSettingsSchema } from './alert-rules.ts'
import { incidentFiguresSchema } from './incident-figures.ts'

const incidentsPath = `${environmentRoute}/alerts/incidents`
const time = z.iso.datetime()

/** A stretch of time in which an alert fired. */
export const alertIncidentSchema = z.object({
  id: uuid,
  environmentId: uuid,
  alertId: uuid,
  name: z.string(),
  /** The settings with which it fired. */
  settings: alertRuleSettingsSchema,
  /** When it was found; its window began a window's length before. */
  openedAt: time,
  /** Null: it goes on. */
  endedAt: time.nullable(),
  status: z.enum(incidentStatuses),
  /** The window that was farthest from the limit or from the usual. */
  peak: incidentFiguresSchema,
  /** What somebody did last; null: nothing. */
  act: z.object({ by: z.string(), at: time, note: z.string(), until: time.nullable() }).nullable(),
  /** Whether it led to an act; null: nobody said. */
  acted: z.boolean().nullable(),
  version: z.number().int(),
})
export type AlertIncident = z.infer<typeof alertIncidentSchema>

const shares = z.array(z.object({ key: z.string(), count: z.number().int(), before: z.number().int() }))

export const incidentDetailSchema = alertIncidentSchema.extend({
  precision: alertPrecisionSchema,
  /** From the beginning of the first window that fired to the end of the last one. */
  from: time,
  to: time,
  /** Values of windows around the incident, the oldest first. */
  points: z.array(z.object({ at: time, value: z.number().nullable(), usual: z.number().nullable() })),
  /** Transactions of the range by decision and score band, beside those of the same ranges of earlier weeks together. */
  distribution: z.object({
    weeks: z.number().int(),
    decisions: shares,
    /** Keys `1` to `5`: 0–199 … 800–999. */
    scores: shares,
    assessments: shares,
  }),
})
export type IncidentDetail = z.infer<typeof incidentDetailSchema>

const note = z.string().trim().max(alertRuleLimits.note).default('')
/** What somebody does about an incident. */
export const incidentActSchema = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('acknowledge'), note }),
  /** No further incident of the alert notifies for so many hours. */
  z.object({ kind: z.literal('snooze'), note, hours: z.number().int().min(1).max(alertRuleLimits.snoozeHours) }),
  z.object({ kind: z.literal('resolve'), note, acted: z.boolean() }),
])
export type IncidentAct = z.output<typeof incidentActSchema>

/** Incidents of alert rules. */
export const alertIncidentsContract = {
  list: procedure
    .route({ method: 'GET', path: incidentsPath, summary: 'Incidents of the environment, the latest first' })
    .input(environmentInput)
    .output(z.array(alertIncidentSchema)),
  get: procedure
    .route({
      method: 'GET',
      path: `${incidentsPath}/{incidentId}`,
      summary: 'An incident with its distribution beside earlier weeks',
    })
    .input(environmentInput.extend({ incidentId: uuid }))
    .output(incidentDetailSchema),
  act: procedure
    .route({
      method: 'POST',
      path: `${incidentsPath}/{incidentId}/act`,
      summary: 'Acknowledge, snooze or resolve an incident',
    })
    .input(environmentInput.extend({ incidentId: uuid, baseVersion: z.number().int(), act: incidentActSchema }))
    .output(alertIncidentSchema),
}
