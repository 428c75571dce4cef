import { z } from 'zod'
import { assessmentKinds } from '../common/constants.ts'
import { uuid } from '../common/entities.ts'
import { environmentInput, environmentRoute, procedure } from '../common/procedure.ts'
import { reportAttributes } from '../reports/report-definitions.ts'
import { assessmentTemplates, maxAmountFields, reportSettingsLimits } from './assessment-definitions.ts'
import { newAssessmentSchema } from './assessment-inputs.ts'
import { dataFilterPattern } from './data-filters.ts'
import { maxObservedFields, observedFieldPattern } from './observed-fields.ts'

const time = z.string()
const rootSchema = z.object({ id: z.string(), name: z.string() })

export const assessmentSchema = z.object({
  id: z.string(),
  /** The built-in id or the API name: the type of its events. */
  eventType: z.string(),
  name: z.string(),
  kind: z.enum(assessmentKinds),
  /** Null for built-in and custom assessments. */
  template: z.enum(assessmentTemplates).nullable(),
  /** Whether other environments of the tenant may call it. Null where it cannot be shared. */
  shared: z.boolean().nullable(),
  /** The root environment that made it; null for built-in ones. */
  root: rootSchema.nullable(),
  caseManagement: z.boolean(),
  search: z.boolean(),
  reporting: z.boolean(),
  /** Events of the last 24 hours, in the environment and those below it, by whole hours. */
  events: z.int(),
  updatedAt: time.nullable(),
  /** Null where nobody is recorded. */
  updatedBy: z.string().nullable(),
})
export type Assessment = z.output<typeof assessmentSchema>

export const reportSettingsSchema = z.object({
  /** Whether reports count its events. */
  reporting: z.boolean(),
  /** Whether reports add up its amounts. */
  amounts: z.boolean(),
  /** Fields of the schema whose sum is the amount of an event; none where events have no amount. */
  amountFields: z
    .array(z.string().max(400))
    .max(maxAmountFields, `Choose at most ${maxAmountFields} attributes.`)
    .refine(fields => new Set(fields).size === fields.length, 'Choose each attribute once.'),
  /** What reports can be filtered by. */
  filters: z.array(z.enum(reportAttributes)).max(reportSettingsLimits.filters),
  /** Paths of the fields by which they can be filtered beside: at most ten together. */
  dataFilters: z
    .array(z.string().max(400).regex(dataFilterPattern, 'A field is the path of its name.'))
    .max(reportSettingsLimits.filters, `Choose at most ${reportSettingsLimits.filters} fields.`)
    .refine(fields => new Set(fields).size === fields.length, 'Choose each field once.'),
  /** Fields of observations and labels whose values reports show: `<API name of the observation>:<path>`. */
  observed: z
    .array(
      z
        .string()
        .max(200)
        .regex(observedFieldPattern, 'A field is the API name of its observation, a colon, and its path.'),
    )
    .max(maxObservedFields, `Choose at most ${maxObservedFields} fields.`)
    .refine(fields => new Set(fields).size === fields.length, 'Choose each field once.'),
})
export type AssessmentReportSettings = z.output<typeof reportSettingsSchema>

export const storedReportSettingsSchema = z.object({
  id: z.string(),
  eventType: z.string(),
  name: z.string(),
  template: z.enum(assessmentTemplates),
  root: rootSchema,
  createdAt: time,
  updatedAt: time,
  settings: reportSettingsSchema,
  /** Of the template: what holds until somebody changes it. */
  defaults: reportSettingsSchema,
  /** The fields that `dataFilters` can name. */
  filterOptions: z.array(z.string()),
  /** The fields of its observations and labels, beside custom ones, that `observed` can name. */
  observable: z.array(z.string()),
  /** Whether its template can be reported on. */
  reportable: z.boolean(),
  /** The fields of the schema that `amountFields` can name; none where events have no amount. */
  amountOptions: z.array(z.string()),
  /** Number of changes; a change is based on one. */
  version: z.int(),
  /** Changes that are still possible. */
  changesLeft: z.int(),
  /** When the next one becomes free; null while all are. */
  nextChangeAt: time.nullable(),
})
export type StoredReportSettings = z.output<typeof storedReportSettingsSchema>

/** The id or the API name of an assessment. */
const assessmentInput = environmentInput.extend({ assessmentId: z.string().min(1).max(100) })

/** The assessments of an environment, and what is configured of each. */
export const assessmentsContract = {
  list: procedure
    .route({
      method: 'GET',
      path: `${environmentRoute}/assessments`,
      summary: 'The assessments of the environment, those of the system first',
    })
    .input(environmentInput)
    .output(z.array(assessmentSchema)),
  create: procedure
    .route({
      method: 'POST',
      path: `${environmentRoute}/assessments`,
      successStatus: 201,
      summary: 'Create an assessment of the wizard with its default rules',
      description: 'In a root environment, at most 16. A repeat with the same id returns the existing assessment.',
    })
    .input(environmentInput.extend({ assessmentId: uuid, ...newAssessmentSchema.shape }))
    .output(z.object({ id: uuid, eventType: z.string() })),
  remove: procedure
    .route({
      method: 'DELETE',
      path: `${environmentRoute}/assessments/{assessmentId}`,
      summary: 'Delete an assessment with its rules, events and cases',
      description:
        'In the root environment that made it, for all environments below as well. Refused while it is shared or velocities of the environment read it. Events and cases are removed afterwards.',
    })
    .input(assessmentInput)
    .output(z.object({ deleted: z.literal(true) })),
  exportSchema: procedure
    .route({
      method: 'GET',
      path: `${environmentRoute}/assessments/{assessmentId}/schema/export`,
      summary: 'The body of calls of an assessment of the wizard, as JSON Schema',
    })
    .input(assessmentInput)
    .output(z.record(z.string(), z.unknown())),
  reportSettings: procedure
    .route({
      method: 'GET',
      path: `${environmentRoute}/assessments/{assessmentId}/reports`,
      summary: 'What reports of an assessment count, and how many changes are left',
    })
    .input(assessmentInput)
    .output(storedReportSettingsSchema),
  saveReportSettings: procedure
    .route({
      method: 'PUT',
      path: `${environmentRoute}/assessments/{assessmentId}/reports`,
      summary: 'Change what reports of an assessment count',
      description:
        'In the root environment that made it, at most five times in 90 days. Reports follow within 24 hours.',
    })
    .input(assessmentInput.extend({ baseVersion: z.int().min(0), settings: reportSettingsSchema }))
    .output(storedReportSettingsSchema),
}
