import { z } from 'zod'
import { ruleStatuses } from '../common/constants.ts'
import { uuid } from '../common/entities.ts'
import { environmentInput, environmentRoute, procedure } from '../common/procedure.ts'
import { ruleBodySchema } from './rule-entities.ts'

const time = z.iso.datetime({ offset: true })

/** `events`: Review events of one preview at most; `stored`: previews of an environment that are kept. */
export const routingPreviewLimits = { events: 5_000, days: 90, stored: 20 } as const

const queueCount = z.object({
  /** Of the queue: routing rules also apply to events of the environments below theirs. */
  environmentId: uuid,
  queue: z.string(),
  before: z.number().int(),
  after: z.number().int(),
})

/** `before`: where the published rules send the events; `after`: with the change. Queues without events are left out. */
export const routingPreviewResultSchema = z.object({
  events: z.number().int(),
  /** Review events of the period, of which the latest were routed. */
  available: z.number().int(),
  /** Time of the first routed event. */
  first: time,
  changed: z.number().int(),
  /** Events for which a part of the changed rule failed, and counted as false. */
  errors: z.number().int(),
  queues: z.array(queueCount),
  /** By day (UTC), oldest first. */
  days: z.array(queueCount.extend({ day: z.iso.date() })),
})
export type RoutingPreviewResult = z.infer<typeof routingPreviewResultSchema>

export const routingPreviewSchema = z.object({
  id: uuid,
  environmentId: uuid,
  eventType: z.string(),
  ruleId: uuid,
  name: z.string(),
  from: time,
  to: time,
  limit: z.number().int(),
  state: z.enum(['waiting', 'running', 'done', 'failed']),
  progress: z.object({ events: z.number().int(), total: z.number().int() }),
  failure: z.enum(['noEvents', 'ruleGone', 'internal']).nullable(),
  result: routingPreviewResultSchema.nullable(),
  /** Routing rules or queues have changed since it began. */
  stale: z.boolean(),
  startedBy: z.string(),
  createdAt: time,
})
export type RoutingPreview = z.infer<typeof routingPreviewSchema>

const previewsPath = `${environmentRoute}/routing-rules/previews`
const onePreview = environmentInput.extend({ previewId: uuid })

/** Back-tests of a routing rule: where it would have sent past events. */
export const routingPreviewsContract = {
  start: procedure
    .route({
      method: 'PUT',
      path: `${previewsPath}/{previewId}`,
      summary: 'Route the latest Review events with a change of a routing rule',
    })
    .input(
      onePreview.extend({
        ruleId: uuid,
        /** The text that is tried; the caller’s draft, else the published text, when absent. */
        body: ruleBodySchema.optional(),
        status: z.enum(ruleStatuses).exclude(['draft']).default('active'),
        days: z.number().int().min(1).max(routingPreviewLimits.days),
        events: z.number().int().min(1).max(routingPreviewLimits.events),
      }),
    )
    .output(routingPreviewSchema),
  get: procedure
    .route({
      method: 'GET',
      path: `${previewsPath}/{previewId}`,
      summary: 'One routing preview with progress and result',
    })
    .input(onePreview)
    .output(routingPreviewSchema),
  list: procedure
    .route({ method: 'GET', path: previewsPath, summary: 'The latest previews of a routing rule' })
    .input(environmentInput.extend({ ruleId: uuid }))
    .output(z.array(routingPreviewSchema)),
  cancel: procedure
    .route({
      method: 'POST',
      path: `${previewsPath}/{previewId}/cancel`,
      summary: 'Stop a routing preview; nothing of it stays',
    })
    .input(onePreview)
    .output(z.object({ cancelled: z.boolean() })),
}
