import { z } from 'zod'
import { decisionSchema, explanationSchema, uuid } from '../common/entities.ts'
import { environmentInput, environmentRoute, procedure } from '../common/procedure.ts'
import { caseStates } from './case-definitions.ts'

const time = z.iso.datetime({ offset: true })

/** Cases of one re-route: so many are checked, and so many are moved; `stored`: re-routes of an environment that are kept. */
export const rerouteLimits = { checked: 10_000, moved: 2_000, stored: 20 } as const

/** Why a case that was to be moved was not. */
export const rerouteObstacles = ['underReview', 'decided', 'escalated', 'changed'] as const

const queueName = z.object({ id: uuid, name: z.string() })

/** What a re-route would do with the waiting cases of an environment and of those below it, and what it did. */
export const rerouteSchema = z.object({
  id: uuid,
  createdAt: time,
  /** Waiting cases that were routed again. */
  checked: z.number().int(),
  /** Waiting cases beyond the limit. */
  unchecked: z.number().int(),
  /** Cases whose event or assessment no longer exists: they stay. */
  unreadable: z.number().int(),
  moves: z.array(z.object({ environmentId: uuid, from: queueName, to: queueName, cases: z.number().int() })),
  /** Null until it is confirmed. */
  result: z
    .object({
      at: time,
      moved: z.number().int(),
      left: z.array(
        z.object({
          environmentId: uuid,
          eventType: z.string(),
          externalId: z.string(),
          obstacle: z.enum(rerouteObstacles),
          /** Who reviews it, or decided it. */
          by: z.string().nullable(),
        }),
      ),
    })
    .nullable(),
})
export type Reroute = z.infer<typeof rerouteSchema>

/** Where the published routing rules send a stored event. */
export const simulatedRouteSchema = z.object({
  environmentId: uuid,
  eventType: z.string(),
  externalId: z.string(),
  at: time,
  decision: decisionSchema,
  /** Null when the assessment no longer exists. `rule` null: no rule matches. */
  route: z
    .object({
      queue: z.string(),
      ruleId: uuid.nullable(),
      rule: z.string().nullable(),
      clause: z.string().nullable(),
      errors: explanationSchema.shape.runtimeErrors,
    })
    .nullable(),
  /** The case of the event, where it is, and the rule that sent it there. */
  case: z.object({ state: z.enum(caseStates), queue: z.string().nullable(), rule: z.string().nullable() }).nullable(),
})
export type SimulatedRoute = z.infer<typeof simulatedRouteSchema>

const routingRulesPath = `${environmentRoute}/routing-rules`
const oneReroute = environmentInput.extend({ rerouteId: uuid })

export const caseRoutingContract = {
  simulate: procedure
    .route({
      method: 'POST',
      path: `${routingRulesPath}/simulate`,
      summary: 'Route stored events with this id by the published rules; nothing is stored',
    })
    .input(environmentInput.extend({ eventId: z.string().trim().min(1).max(200) }))
    .output(z.array(simulatedRouteSchema)),
  plan: procedure
    .route({
      method: 'PUT',
      path: `${routingRulesPath}/reroute/{rerouteId}`,
      summary: 'Find the waiting cases that the published rules would send to another queue; nothing moves',
    })
    .input(oneReroute)
    .output(rerouteSchema),
  confirm: procedure
    .route({
      method: 'POST',
      path: `${routingRulesPath}/reroute/{rerouteId}/confirm`,
      summary: 'Move the cases of a re-route that nobody has changed meanwhile',
    })
    .input(oneReroute)
    .output(rerouteSchema),
}
