import { z } from 'zod'
import { dependentSchema, uuid } from '../common/entities.ts'
import { environmentInput, environmentRoute, procedure } from '../common/procedure.ts'
import { metricPeriods } from '../common/resource-limits.ts'
import { callMetricsSchema, callPerformanceSchema, callTestSchema, performanceInput } from './call-metrics.ts'
import { externalCallBodySchema } from './external-call-inputs.ts'

/* External calls of an environment. */

const time = z.iso.datetime({ offset: true })
export const externalCallSchema = z.object({
  id: uuid,
  environmentId: uuid,
  version: z.number().int(),
  body: externalCallBodySchema,
  /** Name and parameters are locked. */
  used: z.boolean(),
  /** An active rule uses it: figures are shown. */
  usedByActive: z.boolean(),
  /** The circuit breaker suspends the call until this time. */
  suspendedUntil: time.nullable(),
  updatedBy: z.string(),
  updatedAt: time,
})
export type ExternalCall = z.infer<typeof externalCallSchema>

const callInput = environmentInput.extend({ callId: uuid })
const externalCallsPath = `${environmentRoute}/external-calls`
export const externalCallsContract = {
  list: procedure
    .route({ method: 'GET', path: externalCallsPath, summary: 'External calls of the environment with their figures' })
    .input(environmentInput.extend({ period: z.enum(metricPeriods).default('24h') }))
    .output(z.array(externalCallSchema.extend({ figures: callMetricsSchema }))),
  get: procedure
    .route({ method: 'GET', path: `${externalCallsPath}/{callId}`, summary: 'One external call' })
    .input(callInput)
    .output(externalCallSchema),
  create: procedure
    .route({
      method: 'POST',
      path: externalCallsPath,
      summary: 'New external call',
      successStatus: 201,
      description: 'The caller gives the id: repeating a call is safe.',
    })
    .input(callInput.extend({ body: externalCallBodySchema }))
    .output(externalCallSchema),
  update: procedure
    .route({ method: 'PUT', path: `${externalCallsPath}/{callId}`, summary: 'Change an external call' })
    .input(callInput.extend({ body: externalCallBodySchema, baseVersion: z.number().int() }))
    .output(externalCallSchema),
  remove: procedure
    .route({
      method: 'DELETE',
      path: `${externalCallsPath}/{callId}`,
      summary: 'Delete an external call that nothing uses',
    })
    .input(callInput)
    .output(z.object({ deleted: z.boolean() })),
  test: procedure
    .route({
      method: 'POST',
      path: `${externalCallsPath}/test`,
      summary: 'Send the sample request, or a call to the keep-alive address',
    })
    .input(
      environmentInput.extend({
        callId: uuid.optional(),
        body: externalCallBodySchema,
        target: z.enum(['call', 'keepAlive']).default('call'),
      }),
    )
    .output(callTestSchema),
  dependents: procedure
    .route({ method: 'GET', path: `${externalCallsPath}/{callId}/dependents`, summary: 'What uses an external call' })
    .input(callInput)
    .output(z.array(dependentSchema)),
  performance: procedure
    .route({
      method: 'GET',
      path: `${externalCallsPath}/{callId}/performance`,
      summary: 'Figures and errors over time, within the last three months',
    })
    .input(callInput.extend(performanceInput))
    .output(callPerformanceSchema),
}
