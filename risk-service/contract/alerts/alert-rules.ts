import { z } from 'zod'
import { assessmentKeySchema, uuid } from '../common/entities.ts'
import { environmentInput, environmentRoute, procedure } from '../common/procedure.ts'
import {
  type AlertConditionKind,
  alertLatencies,
  alertRuleLimits,
  alertRuleMetrics,
  alertWindows,
  hasAssessment,
  isCountMetric,
  windowMsOf,
} from './alert-definitions.ts'
import { incidentFiguresSchema } from './incident-figures.ts'

const alertsPath = `${environmentRoute}/alerts/rules`
const time = z.iso.datetime()

const limited = <Kind extends AlertConditionKind>(kind: Kind) =>
  z.object({ kind: z.literal(kind), value: z.number().min(0).max(1_000_000_000) })
const compared = <Kind extends AlertConditionKind>(kind: Kind) =>
  z.object({ kind: z.literal(kind), times: z.number().min(1.05).max(1000) })
/** When an alert fires: limits of the value, a change against the usual of the hour and weekday, or silence. */
export const alertConditionSchema = z.discriminatedUnion('kind', [
  limited('above'),
  limited('below'),
  compared('rises'),
  compared('falls'),
  z.object({ kind: z.literal('silent'), usual: z.number().min(1).max(1_000_000_000) }),
])

/** What an alert rule watches, and when it fires. */
export const alertRuleSettingsSchema = z
  .object({
    name: z.string().trim().min(1).max(alertRuleLimits.name),
    metric: z.enum(alertRuleMetrics),
    /** Null: all assessments. */
    eventType: assessmentKeySchema.nullable().default(null),
    /** The decision rule whose hits are counted; null for any other metric. */
    ruleId: uuid.nullable().default(null),
    /** Path of the field whose fill rate is watched; null for any other metric. */
    field: z.string().min(1).max(200).nullable().default(null),
    /** Milliseconds above which a call is slow; null for any other metric. */
    slowerThanMs: z
      .union(alertLatencies.map(each => z.literal(each)))
      .nullable()
      .default(null),
    window: z.enum(alertWindows),
    condition: alertConditionSchema,
    /** Fewest events of a window below which nothing is said. */
    fewest: z.number().int().min(0).max(1_000_000).default(20),
    enabled: z.boolean().default(true),
  })
  .superRefine((settings, context) => {
    for (const [path, message] of settingProblems(settings)) context.addIssue({ code: 'custom', path, message })
  })
export type AlertRuleSettings = z.output<typeof alertRuleSettingsSchema>

type Unchecked = Pick<
  AlertRuleSettings,
  'metric' | 'eventType' | 'ruleId' | 'field' | 'slowerThanMs' | 'window' | 'condition'
>

function* settingProblems({ metric, condition, ...own }: Unchecked): Iterable<[path: string[], message: string]> {
  const needs = (of: typeof metric, name: 'ruleId' | 'field' | 'slowerThanMs'): [string[], string] | null =>
    (metric === of) === (own[name] !== null)
      ? null
      : [[name], metric === of ? 'This metric needs a value here.' : 'This metric has no value here.']
  for (const problem of [
    needs('ruleHits', 'ruleId'),
    needs('fillRate', 'field'),
    needs('slowCallRate', 'slowerThanMs'),
  ])
    if (problem !== null) yield problem
  if (!hasAssessment(metric) && own.eventType !== null)
    yield [['eventType'], 'This metric is of all assessments together.']
  if (metric === 'fillRate' && own.eventType === null) yield [['eventType'], 'Choose the assessment of the field.']
  if (metric === 'fillRate' && windowMsOf(own.window) < 3_600_000)
    yield [['window'], 'Fields are counted by the hour: choose a window of at least an hour.']
  if (condition.kind === 'silent' && !isCountMetric(metric)) yield [['condition', 'kind'], 'A share has no silence.']
  if ((condition.kind === 'above' || condition.kind === 'below') && !isCountMetric(metric) && condition.value > 1)
    yield [['condition', 'value'], 'A share is at most 1.']
}

/** How often an alert fired in the last 90 days, and how often somebody acted on it. */
export const alertPrecisionSchema = z.object({
  fired: z.number().int(),
  acted: z.number().int(),
  /** Whether it fired again and again, and nobody acted: it may as well go. */
  unheeded: z.boolean(),
})
export type AlertPrecision = z.infer<typeof alertPrecisionSchema>

export const alertRuleSchema = z.object({
  id: uuid,
  environmentId: uuid,
  settings: alertRuleSettingsSchema,
  /** The latest window that was evaluated; null before the first check. */
  checked: incidentFiguresSchema.extend({ state: z.enum(['fires', 'calm', 'unknown']) }).nullable(),
  /** Until when no incident notifies. */
  snoozedUntil: time.nullable(),
  /** The incident that goes on. */
  incidentId: uuid.nullable(),
  precision: alertPrecisionSchema,
  changedBy: z.string(),
  version: z.number().int(),
})
export type AlertRule = z.infer<typeof alertRuleSchema>

export const alertPreviewSchema = z.object({
  from: time,
  to: time,
  /** Distance of the windows that were evaluated, in milliseconds. */
  stepMs: z.number().int(),
  /** Values of windows by the end of the window, evenly spaced; of many windows, the one nearest to firing. */
  points: z.array(z.object({ at: time, value: z.number().nullable(), usual: z.number().nullable() })),
  /** What would have fired, the latest first. */
  incidents: z.array(
    z.object({
      from: time,
      to: time,
      open: z.boolean(),
      value: z.number().nullable(),
      usual: z.number().nullable(),
      count: z.number(),
      of: z.number().nullable(),
    }),
  ),
  /** Incidents altogether. */
  found: z.number().int(),
  queryMs: z.number(),
})
export type AlertPreview = z.infer<typeof alertPreviewSchema>

const ruleInput = environmentInput.extend({ alertId: uuid })
const baseVersion = z.coerce.number().int()

/** Alert rules of an environment: they watch its events and those of the environments below it. */
export const alertRulesContract = {
  list: procedure
    .route({ method: 'GET', path: alertsPath, summary: 'Alert rules of the environment, by name' })
    .input(environmentInput)
    .output(z.array(alertRuleSchema)),
  create: procedure
    .route({ method: 'PUT', path: `${alertsPath}/{alertId}`, summary: 'Create an alert rule; the caller gives the id' })
    .input(ruleInput.extend({ settings: alertRuleSettingsSchema }))
    .output(alertRuleSchema),
  update: procedure
    .route({ method: 'PATCH', path: `${alertsPath}/{alertId}`, summary: 'Change an alert rule' })
    .input(ruleInput.extend({ baseVersion, settings: alertRuleSettingsSchema }))
    .output(alertRuleSchema),
  remove: procedure
    .route({ method: 'DELETE', path: `${alertsPath}/{alertId}`, summary: 'Delete an alert rule and its incidents' })
    .input(ruleInput.extend({ baseVersion }))
    .output(z.object({ removed: z.boolean() })),
  preview: procedure
    .route({
      method: 'POST',
      path: `${environmentRoute}/alerts/preview`,
      summary: 'What an alert rule would have reported in the last 90 days',
      description: 'Evaluates every window of these days as the check does. Stores nothing.',
    })
    .input(environmentInput.extend({ settings: alertRuleSettingsSchema }))
    .output(alertPreviewSchema),
}
