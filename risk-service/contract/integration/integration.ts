import { z } from 'zod'
import { decisionSchema, uuid } from '../common/entities.ts'
import { environmentInput, environmentRoute, procedure } from '../common/procedure.ts'
import { apiStates, gradedEventTypes } from './integration-definitions.ts'

const path = `${environmentRoute}/integration`
const count = z.number().int()
const time = z.iso.datetime()

const overviewSchema = z.object({
  apiEndpoint: z.string(),
  tenantId: uuid,
  environmentId: uuid,
  kind: z.enum(['production', 'sandbox']),
  /** Customer API ids from the root to the environment, as the header also accepts them; null: one has none. */
  apiPath: z.string().nullable(),
  /** The sandbox of a production environment, and the reverse, where the caller may open it; null: none. */
  counterpartId: uuid.nullable(),
  /** Applications that may call the environment. */
  applications: count,
  /** APIs that were called successfully in the environment, by the name under which calls are counted. */
  apis: z.array(z.object({ apiName: z.string(), state: z.enum(apiStates) })),
  /** The latest calls: those of an API with a status, and the minute, are one entry. */
  recent: z.array(z.object({ minute: time, apiName: z.string(), status: count, calls: count, meanMs: z.number() })),
})
export type IntegrationOverview = z.infer<typeof overviewSchema>

const gradeSchema = z.object({
  /** Active rules that read something of the events. */
  rules: count,
  /** Fields that those rules read, and how many of them the event has. */
  fields: count,
  present: count,
  /** What the event lacks, by the part of the body, what most rules read first. */
  missing: z.array(z.object({ part: z.string(), fields: z.array(z.string()), rules: count })),
})
export type EventGrade = z.infer<typeof gradeSchema>

const listenedSchema = z.object({
  /** The latest event; null: none has arrived. */
  event: z.object({ id: z.string(), at: time, decision: decisionSchema }).nullable(),
  /** Null without an event. */
  grade: gradeSchema.nullable(),
})
export type ListenedEvent = z.infer<typeof listenedSchema>

/** What merchants need to connect their systems, and how far they are. */
export const integrationContract = {
  overview: procedure
    .route({ method: 'GET', path, summary: 'Addresses and ids for calls, the state of each API, and the latest calls' })
    .input(environmentInput)
    .output(overviewSchema),
  listen: procedure
    .route({
      method: 'GET',
      path: `${path}/events/{eventType}`,
      summary: 'The latest event of the environment, graded by the fields that its rules read',
    })
    .input(environmentInput.extend({ eventType: z.enum(gradedEventTypes) }))
    .output(listenedSchema),
}
