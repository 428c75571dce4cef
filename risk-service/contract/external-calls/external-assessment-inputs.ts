import { z } from 'zod'
import { uuid } from '../common/entities.ts'
import { externalCallLimits } from '../common/resource-limits.ts'
import { resourceNameSchema } from './external-call-inputs.ts'

/* Inputs of external assessments, without the procedures, because forms load them. */

export const externalAssessmentBodySchema = z.object({
  name: resourceNameSchema,
  description: z.string().max(externalCallLimits.description),
  target: z.object({ environmentId: uuid, eventType: z.string().max(60) }),
})
export type ExternalAssessmentBody = z.infer<typeof externalAssessmentBodySchema>
