import { z } from 'zod'
import { dependentSchema, uuid } from '../common/entities.ts'
import { environmentInput, environmentRoute, procedure } from '../common/procedure.ts'
import { metricPeriods } from '../common/resource-limits.ts'
import { callMetricsSchema, callPerformanceSchema, callTestSchema, performanceInput } from './call-metrics.ts'
import { externalAssessmentBodySchema } from './external-assessment-inputs.ts'

/*
 * External assessments of an environment: assessments of other environments that its rules call.
 */

const time = z.iso.datetime({ offset: true })

/** An assessment that can be called, with what the call has to name: `fql` is a sample of each of its interfaces. */
export const assessmentTargetSchema = z.object({
  environmentId: uuid,
  environmentPath: z.string(),
  eventType: z.string(),
  name: z.string(),
  sharing: z.enum(['private', 'shared']),
  interfaces: z.array(
    z.object({
      kind: z.enum(['evaluate', 'observe', 'label']),
      observation: z.string().nullable(),
      fql: z.string(),
      required: z.array(z.string()),
    }),
  ),
  sampleResponse: z.unknown(),
})
export type AssessmentTarget = z.infer<typeof assessmentTargetSchema>
/** The description that an assessment publishes to others: set in its root environment. */
export const targetConfigurationSchema = z.object({
  sharing: z.enum(['private', 'shared']),
  sampleResponse: z.unknown(),
})
export type TargetConfiguration = z.infer<typeof targetConfigurationSchema>
export const externalAssessmentSchema = z.object({
  id: uuid,
  environmentId: uuid,
  version: z.number().int(),
  body: externalAssessmentBodySchema,
  /** Null: the target was deleted. */
  target: assessmentTargetSchema.nullable(),
  used: z.boolean(),
  usedByActive: z.boolean(),
  updatedBy: z.string(),
  updatedAt: time,
})
export type ExternalAssessment = z.infer<typeof externalAssessmentSchema>

const targetInput = environmentInput.extend({ eventType: z.string().max(60) })
const assessmentInput = environmentInput.extend({ assessmentId: uuid })
const externalAssessmentsPath = `${environmentRoute}/external-assessments`
export const externalAssessmentsContract = {
  list: procedure
    .route({
      method: 'GET',
      path: externalAssessmentsPath,
      summary: 'External assessments of the environment with their figures',
    })
    .input(environmentInput.extend({ period: z.enum(metricPeriods).default('24h') }))
    .output(z.array(externalAssessmentSchema.extend({ figures: callMetricsSchema }))),
  targets: procedure
    .route({
      method: 'GET',
      path: `${externalAssessmentsPath}/targets`,
      summary: 'Assessments that can be called from here',
    })
    .input(environmentInput)
    .output(z.array(assessmentTargetSchema)),
  configuration: procedure
    .route({
      method: 'GET',
      path: `${externalAssessmentsPath}/targets/{eventType}`,
      summary: 'Sharing and sample response of an assessment of this root environment',
    })
    .input(targetInput)
    .output(targetConfigurationSchema),
  saveConfiguration: procedure
    .route({
      method: 'PUT',
      path: `${externalAssessmentsPath}/targets/{eventType}`,
      summary: 'Set sharing and sample response of an assessment',
    })
    .input(targetInput.extend(targetConfigurationSchema.shape))
    .output(targetConfigurationSchema),
  get: procedure
    .route({ method: 'GET', path: `${externalAssessmentsPath}/{assessmentId}`, summary: 'One external assessment' })
    .input(assessmentInput)
    .output(externalAssessmentSchema),
  create: procedure
    .route({
      method: 'POST',
      path: externalAssessmentsPath,
      summary: 'New external assessment',
      successStatus: 201,
      description: 'The caller gives the id: repeating a call is safe.',
    })
    .input(assessmentInput.extend({ body: externalAssessmentBodySchema }))
    .output(externalAssessmentSchema),
  update: procedure
    .route({
      method: 'PUT',
      path: `${externalAssessmentsPath}/{assessmentId}`,
      summary: 'Change an external assessment',
    })
    .input(assessmentInput.extend({ body: externalAssessmentBodySchema, baseVersion: z.number().int() }))
    .output(externalAssessmentSchema),
  remove: procedure
    .route({
      method: 'DELETE',
      path: `${externalAssessmentsPath}/{assessmentId}`,
      summary: 'Delete an external assessment that nothing uses',
    })
    .input(assessmentInput)
    .output(z.object({ deleted: z.boolean() })),
  test: procedure
    .route({
      method: 'POST',
      path: `${externalAssessmentsPath}/test`,
      summary: 'Call the target with its sample; nothing is stored',
    })
    .input(environmentInput.extend({ body: externalAssessmentBodySchema }))
    .output(callTestSchema),
  dependents: procedure
    .route({
      method: 'GET',
      path: `${externalAssessmentsPath}/{assessmentId}/dependents`,
      summary: 'What uses an external assessment',
    })
    .input(assessmentInput)
    .output(z.array(dependentSchema)),
  performance: procedure
    .route({
      method: 'GET',
      path: `${externalAssessmentsPath}/{assessmentId}/performance`,
      summary: 'Figures and errors over time, within the last three months',
    })
    .input(assessmentInput.extend(performanceInput))
    .output(callPerformanceSchema),
}
