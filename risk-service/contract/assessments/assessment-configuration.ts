import { z } from 'zod'
import { apiNamePattern } from '../common/constants.ts'
import { environmentInput, environmentRoute, procedure } from '../common/procedure.ts'
import { displayNamePattern } from '../environments/environment-definitions.ts'
import { targetConfigurationSchema } from '../external-calls/external-assessments.ts'
import { assessmentTemplates, configurationLimits, observationEventTemplates } from './assessment-definitions.ts'
import { fieldsSchema } from './assessment-inputs.ts'

const time = z.string()
const uuid = z.uuid()
const version = z.int().min(0)

/** What uses an assessment by its API name, so that the name cannot change. */
export const assessmentUseSchema = z.object({
  kind: z.enum(['rule', 'velocity', 'externalAssessment', 'events']),
  /** Empty for events, of which some are stored. */
  name: z.string(),
  environment: z.string(),
})
export type AssessmentUse = z.output<typeof assessmentUseSchema>

const observationFields = {
  apiName: z.string().regex(apiNamePattern),
  name: z.string().trim().regex(displayNamePattern),
  template: z.enum(observationEventTemplates),
  custom: fieldsSchema.shape.custom,
}
export const observationBodySchema = z.object(observationFields)
export type ObservationBody = z.output<typeof observationBodySchema>

export const observationEventSchema = observationBodySchema.extend({
  /** Its API name for observations of earlier releases, which have no id. */
  id: z.string(),
  version,
  /** Received in the last 24 hours, in the environment and below. */
  events: z.int(),
})
export type ObservationEvent = z.output<typeof observationEventSchema>

export const receivedObservationSchema = z.object({
  at: time,
  /** `eventId` of the transaction that it is about. */
  primaryEventId: z.string(),
  /** As it was sent: the status of its template; null without one. */
  status: z.string().nullable(),
  environment: z.string(),
})
export type ReceivedObservation = z.output<typeof receivedObservationSchema>

export const assessmentSettingsSchema = z.object({
  /** Whether rules run until one decides, or the first that matches alone. */
  evaluation: z.enum(['all', 'first']),
  caseManagement: z.boolean(),
  search: z.boolean(),
  /** Fields that identify a data subject, beside the id of the event. */
  dataSubjectIds: z.array(z.string().min(1).max(200)).max(configurationLimits.dataSubjects),
  /** External call that returns the key for answers to browsers; null: browsers get no answers. */
  keyCallId: uuid.nullable(),
})
export type AssessmentSettings = z.output<typeof assessmentSettingsSchema>

export const generalBodySchema = z.object({
  name: z.string().trim().regex(displayNamePattern),
  eventType: z.string().regex(apiNamePattern),
})
export type GeneralBody = z.output<typeof generalBodySchema>

export const labelBodySchema = z.object({ custom: fieldsSchema.shape.custom })
export type LabelBody = z.output<typeof labelBodySchema>

export const assessmentConfigurationSchema = z.object({
  id: z.string(),
  eventType: z.string(),
  name: z.string(),
  template: z.enum(assessmentTemplates),
  root: z.object({ id: z.string(), name: z.string() }),
  /** Address of its calls, without the host. */
  endpoint: z.string(),
  createdAt: time,
  createdBy: z.string(),
  updatedAt: time,
  updatedBy: z.string().nullable(),
  /** Number of changes of names and settings; a change is based on one. */
  version,
  schema: fieldsSchema,
  schemaVersion: version,
  observations: z.array(observationEventSchema),
  label: labelBodySchema.extend({ version }).nullable(),
  settings: assessmentSettingsSchema,
  /** Who may call it, and what editors of its callers show as its answer. */
  sharing: targetConfigurationSchema,
  /** What its template can have, and its schema. */
  possible: z.object({ cases: z.boolean(), search: z.boolean(), clientSide: z.boolean() }),
  /** What keeps the API name from changing; empty: it can change. */
  uses: z.array(assessmentUseSchema),
})
export type AssessmentConfiguration = z.output<typeof assessmentConfigurationSchema>

/** A change of a schema, and what it means for calls. */
export const schemaChangeSchema = z.object({
  kind: z.enum(['section', 'field', 'required', 'removed', 'type']),
  path: z.string(),
  /** Stored events that this change alone would have refused. */
  refused: z.int(),
})
export type SchemaChangeEvidence = z.output<typeof schemaChangeSchema>

/**
 * A text of the query language that has a fault with the changed schema, and has none without the change, or a field
 * that the assessment itself reads and no longer has: as data subject, as data filter or in the amount of its reports.
 */
export const brokenTextSchema = z.object({
  kind: z.enum(['rule', 'velocity', 'assessment', 'dataFilter', 'amount']),
  id: z.string(),
  name: z.string(),
  environmentId: z.string(),
  environment: z.string(),
  /** Of a rule with a page of its assessment, and of a field: that assessment. */
  eventType: z.string().nullable(),
  /** Clause, velocity or field; null: the condition. */
  place: z.string().nullable(),
  code: z.string(),
  severity: z.enum(['error', 'warning']),
  params: z.record(z.string(), z.union([z.string(), z.number()])),
})
export type BrokenText = z.output<typeof brokenTextSchema>

export const schemaEvidenceSchema = z.object({
  /** Stored events that were checked: the latest, without tests. */
  checked: z.int(),
  /** Of these, those that the changed schema would have refused and the present one would not. */
  refused: z.int(),
  changes: z.array(schemaChangeSchema),
  /** Rules and velocity sets whose texts were checked. */
  texts: z.int(),
  broken: z.array(brokenTextSchema),
})
export type SchemaEvidence = z.output<typeof schemaEvidenceSchema>

/** The id or the API name of an assessment. */
const assessmentInput = environmentInput.extend({ assessmentId: z.string().min(1).max(100) })
const observationInput = assessmentInput.extend({ observationId: z.string().min(1).max(100) })
const path = `${environmentRoute}/assessments/{assessmentId}` as const
const observationPath = `${path}/observations/{observationId}` as const
const removed = z.object({ deleted: z.boolean() })
const inRoot = 'In the root environment that made it.'

/** The configuration of one assessment of the wizard. */
export const assessmentConfigurationContract = {
  get: procedure
    .route({ method: 'GET', path: `${path}/configuration`, summary: 'The configuration of an assessment' })
    .input(assessmentInput)
    .output(assessmentConfigurationSchema),
  saveGeneral: procedure
    .route({
      method: 'PUT',
      path: `${path}/general`,
      summary: 'Change the names of an assessment',
      description: `${inRoot} The API name changes only while nothing uses it.`,
    })
    .input(assessmentInput.extend({ baseVersion: version, body: generalBodySchema }))
    .output(assessmentConfigurationSchema),
  saveSettings: procedure
    .route({
      method: 'PUT',
      path: `${path}/settings`,
      summary: 'Change the settings of an assessment',
      description: `${inRoot} Data subject ids can be added, and stay.`,
    })
    .input(assessmentInput.extend({ baseVersion: version, body: assessmentSettingsSchema }))
    .output(assessmentConfigurationSchema),
  saveSharing: procedure
    .route({
      method: 'PUT',
      path: `${path}/sharing`,
      summary: 'Change who may call an assessment, and what they see as its answer',
      description: `${inRoot} Refused while other root environments call an assessment that would become private.`,
    })
    .input(assessmentInput.extend({ body: targetConfigurationSchema }))
    .output(assessmentConfigurationSchema),
  checkSchema: procedure
    .route({
      method: 'POST',
      path: `${path}/schema/check`,
      summary: 'What a changed schema would have meant for stored events, and means for rules and velocities',
    })
    .input(assessmentInput.extend({ schema: fieldsSchema }))
    .output(schemaEvidenceSchema),
  saveSchema: procedure
    .route({
      method: 'PUT',
      path: `${path}/schema`,
      summary: 'Change the schema of an assessment',
      description: `${inRoot} Sections and fields are added; names and types of fields stay.`,
    })
    .input(assessmentInput.extend({ baseVersion: version, schema: fieldsSchema }))
    .output(assessmentConfigurationSchema),
  observation: procedure
    .route({
      method: 'GET',
      path: observationPath,
      summary: 'An observation event, with the latest that were received',
    })
    .input(observationInput)
    .output(
      observationEventSchema.extend({
        /** What keeps its API name from changing; empty: it can change. */
        uses: z.array(assessmentUseSchema),
        received: z.array(receivedObservationSchema),
      }),
    ),
  createObservation: procedure
    .route({ method: 'POST', path: observationPath, summary: 'Add an observation event', description: inRoot })
    .input(assessmentInput.extend({ observationId: uuid, body: observationBodySchema }))
    .output(assessmentConfigurationSchema),
  saveObservation: procedure
    .route({
      method: 'PUT',
      path: observationPath,
      summary: 'Change an observation event',
      description: `${inRoot} Its template, and names and types of its fields, stay; so does its API name while something uses it.`,
    })
    .input(observationInput.extend({ baseVersion: version, body: observationBodySchema }))
    .output(assessmentConfigurationSchema),
  removeObservation: procedure
    .route({
      method: 'DELETE',
      path: observationPath,
      summary: 'Delete an observation event',
      description: `${inRoot} Refused while velocities or rules use it.`,
    })
    .input(observationInput)
    .output(removed),
  saveLabel: procedure
    .route({
      method: 'PUT',
      path: `${path}/label`,
      summary: 'Add or change the label event of an assessment',
      description: `${inRoot} \`baseVersion\` is null for a new one.`,
    })
    .input(assessmentInput.extend({ baseVersion: version.nullable(), body: labelBodySchema }))
    .output(assessmentConfigurationSchema),
  removeLabel: procedure
    .route({
      method: 'DELETE',
      path: `${path}/label`,
      summary: 'Delete the label event of an assessment',
      description: `${inRoot} Refused while rules use it.`,
    })
    .input(assessmentInput)
    .output(removed),
}
