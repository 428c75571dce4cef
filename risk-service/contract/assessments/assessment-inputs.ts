import { z } from 'zod'
import { ruleEvaluations } from '../common/constants.ts'
import { uuid } from '../common/entities.ts'
import { assessmentFromTemplateSchema } from '../templates/template-inputs.ts'
import { assessmentTemplates, observationTemplates } from './assessment-definitions.ts'
import { type CustomField, customFieldTypes, schemaLimits } from './custom-fields.ts'

/* Inputs of the wizard of assessments: the service validates them. */

const customFieldSchema: z.ZodType<CustomField> = z.lazy(
  () =>
    z.object({
      name: z.string().max(schemaLimits.name),
      friendlyName: z.string().max(schemaLimits.friendlyName).optional(),
      type: z.enum(customFieldTypes),
      sample: z.unknown().optional(),
      required: z.boolean().optional(),
      searchable: z.boolean().optional(),
      fields: z.array(customFieldSchema).max(schemaLimits.fields).optional(),
    }) as z.ZodType<CustomField>,
)
export const fieldsSchema = z.object({
  sections: z.array(z.string().max(64)).max(100),
  custom: z.array(customFieldSchema).max(schemaLimits.fields),
})

/** An assessment as the wizard describes it. */
export const newAssessmentSchema = z.object({
  template: z.enum(assessmentTemplates),
  ...assessmentFromTemplateSchema.shape,
  schema: fieldsSchema,
  /** Templates of the observation events; label events are apart. */
  observations: z.array(z.enum(observationTemplates)).max(observationTemplates.length),
  label: z.boolean(),
  evaluation: z.enum(ruleEvaluations),
  caseManagement: z.boolean(),
  search: z.boolean(),
  reporting: z.boolean(),
  /** Fields that identify the data subject, beside the event's own id. */
  dataSubjectIds: z.array(z.string().min(1).max(400)).max(2),
  /** External call that returns the key that encrypts answers to browsers; null: browsers get no answers. */
  clientKeyCallId: uuid.nullable(),
})
export type NewAssessmentInput = z.output<typeof newAssessmentSchema>
