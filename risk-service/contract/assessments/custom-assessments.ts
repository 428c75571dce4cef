import { z } from 'zod'
import { apiNamePattern } from '../common/constants.ts'
import { uuid } from '../common/entities.ts'
import { environmentInput, environmentRoute, procedure } from '../common/procedure.ts'
import { displayNamePattern } from '../environments/environment-definitions.ts'

/** What is edited of an assessment of the older generation, all of it at any time. */
export const customAssessmentBodySchema = z.object({
  name: z.string().trim().regex(displayNamePattern),
  eventType: z.string().regex(apiNamePattern),
  /** Begins the payload of rules that are made from now on; calls may have other fields. */
  sample: z.record(z.string(), z.unknown()),
})
export type CustomAssessmentBody = z.output<typeof customAssessmentBodySchema>

export const customAssessmentSchema = customAssessmentBodySchema.extend({
  id: z.string(),
  version: z.int(),
  /** Active decision rules that run for calls of the environment; without one they are refused. */
  activeRules: z.int(),
  /** API names of before, under which its earlier events are found. */
  formerNames: z.array(z.string()),
})
export type CustomAssessment = z.output<typeof customAssessmentSchema>

const path = `${environmentRoute}/custom-assessments` as const
const input = environmentInput.extend({ assessmentId: uuid })

/** Custom assessments of the older generation, which are called below `/v1.0/action/assessment`. */
export const customAssessmentsContract = {
  list: procedure
    .route({ method: 'GET', path, summary: 'The custom assessments of the older generation' })
    .input(environmentInput)
    .output(z.array(customAssessmentSchema)),
  create: procedure
    .route({
      method: 'POST',
      path: `${path}/{assessmentId}`,
      successStatus: 201,
      summary: 'Create a custom assessment of the older generation',
      description:
        'In a root environment, at most three. It answers calls as soon as it has an active rule. A repeat with the same id and content changes nothing.',
    })
    .input(input.extend({ body: customAssessmentBodySchema }))
    .output(customAssessmentSchema),
  save: procedure
    .route({
      method: 'PUT',
      path: `${path}/{assessmentId}`,
      summary: 'Change a custom assessment of the older generation',
      description:
        'In the root environment that made it. With another API name its rules, alert rules, queues and saved views go along, and calls by the former one are refused at once. Refused while velocities count its events by the former one.',
    })
    .input(input.extend({ baseVersion: z.int().min(0), body: customAssessmentBodySchema }))
    .output(customAssessmentSchema),
}
