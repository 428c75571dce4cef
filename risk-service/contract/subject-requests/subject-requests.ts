import { z } from 'zod'
import { uuid } from '../common/entities.ts'
import { environmentInput, environmentRoute, procedure } from '../common/procedure.ts'
import {
  subjectLimits,
  subjectOutcomes,
  subjectRequestFailures,
  subjectRequestPhases,
  subjectRequestStates,
  subjectRequestTypes,
  subjectStoreNames,
} from './subject-request-definitions.ts'

const time = z.iso.datetime()
const count = z.number().int().min(0)
const path = `${environmentRoute}/subject-requests`
const holdPath = `${environmentRoute}/subject-holds`

const userPrefix = 'User:'
/** Who it is about: a user of the account and purchase assessments, or a value of a data subject ID of one assessment. */
const subjectShape = {
  SubjectID: z
    .string()
    .max(userPrefix.length + subjectLimits.value)
    .regex(/^User:[^]+$/, 'The form is User:<userId>.')
    .optional()
    .describe('Account creation, account login and purchase: `User:<userId>`.'),
  AssessmentName: z.string().min(1).max(100).optional().describe('API name or name of an assessment.'),
  PropertyName: z
    .string()
    .min(1)
    .max(400)
    .optional()
    .describe('A data subject ID of the assessment, such as `user.id`.'),
  PropertyValue: z.string().min(1).max(subjectLimits.value).optional().describe('As it was sent: case-sensitive.'),
}
type SubjectFields = { [Name in keyof typeof subjectShape]?: string | undefined }
const propertyNames = ['AssessmentName', 'PropertyName', 'PropertyValue'] as const

/** Either `SubjectID` alone, or the other three. */
function checkSubject(
  input: SubjectFields,
  context: { addIssue: (issue: { code: 'custom'; path: string[]; message: string }) => void },
): void {
  const issue = (name: string, message: string) => context.addIssue({ code: 'custom', path: [name], message })
  const named = propertyNames.filter(name => input[name] !== undefined)
  if (input.SubjectID !== undefined) {
    for (const name of named) issue(name, 'SubjectID already says who it is about.')
    return
  }
  if (named.length === 0) issue('SubjectID', 'Give SubjectID, or AssessmentName, PropertyName and PropertyValue.')
  else for (const name of propertyNames) if (!named.includes(name)) issue(name, 'All three are required.')
}
const subjectInput = environmentInput.extend(subjectShape)

/** Who a request or a hold is about, as the caller sent it. */
export type SubjectInput = SubjectFields

const assessmentSchema = z.object({
  /** API name. */
  key: z.string(),
  name: z.string(),
  /** Data subject IDs; `since`: events sent before are not found by it. */
  attributes: z.array(z.object({ path: z.string(), since: time.nullable() })),
})
export type SubjectAssessment = z.output<typeof assessmentSchema>

const matchSchema = z.object({
  environmentId: uuid,
  environmentName: z.string(),
  eventType: z.string(),
  assessment: z.string(),
  externalId: z.string(),
  eventId: uuid,
  at: time,
  observations: count,
  labels: count,
  /** State of its case; null: it has none. */
  caseState: z.string().nullable(),
})
export type SubjectMatch = z.output<typeof matchSchema>

const holdSchema = z.object({
  id: uuid,
  environmentId: uuid,
  environmentName: z.string(),
  /** What it protects events of; several for a user of all assessments. */
  assessments: z.array(z.object({ key: z.string(), name: z.string() })),
  attribute: z.string(),
  /** Null for a caller who may not submit requests. */
  value: z.string().nullable(),
  reason: z.string(),
  owner: z.string(),
  setAt: time,
  until: time,
})
export type SubjectHold = z.output<typeof holdSchema>

const lineSchema = z.object({
  store: z.enum(subjectStoreNames),
  outcome: z.enum(subjectOutcomes),
  /** Rows; null where rows are not counted by person. */
  count: count.nullable(),
})
export type SubjectPlanLine = z.output<typeof lineSchema>

const planSchema = z.object({
  events: count,
  /** Cases that nobody has decided yet. */
  openCases: count,
  lines: z.array(lineSchema),
  /** The same subject and type is being worked on. */
  pending: z.boolean(),
  /** Legal holds that refuse a deletion. */
  holds: z.array(holdSchema),
  /** Values of this person that are too short or too common to be looked for in texts of others. */
  unsearched: count,
})
export type SubjectPlan = z.output<typeof planSchema>

const requestSchema = z.object({
  id: uuid,
  environmentId: uuid,
  type: z.enum(subjectRequestTypes),
  status: z.enum(subjectRequestStates),
  phase: z.enum(subjectRequestPhases),
  /** Name of the assessment; several for a user of all of them. */
  assessments: z.array(z.string()),
  attribute: z.string(),
  requestor: z.string(),
  requestedAt: time,
  finishedAt: time.nullable(),
  /** Events that it concerned, so far. */
  events: count,
  total: count,
  failure: z.enum(subjectRequestFailures).nullable(),
  /** What was done in each store; empty until it is. */
  lines: z.array(lineSchema),
  /** File of an export. */
  file: z.object({ state: z.enum(['available', 'expired']), bytes: count, until: time }).nullable(),
  /** There is a signed receipt. */
  hasReceipt: z.boolean(),
})
export type SubjectRequest = z.output<typeof requestSchema>

const oneRequest = environmentInput.extend({ requestId: uuid })

/** Data subject requests: find, export and delete what was sent about a person. */
export const subjectRequestsContract = {
  assessments: procedure
    .route({ method: 'GET', path: `${path}/assessments`, summary: 'Assessments with their data subject IDs' })
    .input(environmentInput)
    .output(z.object({ assessments: z.array(assessmentSchema) })),
  find: procedure
    .route({
      method: 'POST',
      path: `${path}/search`,
      summary: 'Events of a person in an environment and below it, newest first',
      description: 'The value is compared as it was sent. Every search is audited, without the value.',
    })
    .input(
      subjectInput
        .extend({
          cursor: z.string().max(200).optional(),
          limit: z.number().int().min(1).max(subjectLimits.page).default(subjectLimits.page),
        })
        .superRefine(checkSubject),
    )
    .output(z.object({ count, matches: z.array(matchSchema), nextCursor: z.string().nullable() })),
  preview: procedure
    .route({
      method: 'POST',
      path: `${path}/preview`,
      summary: 'Dry run: what a request would delete, pseudonymise and leave, by store',
      description: 'Changes nothing.',
    })
    .input(subjectInput.extend({ type: z.enum(subjectRequestTypes) }).superRefine(checkSubject))
    .output(planSchema),
  create: procedure
    .route({
      method: 'POST',
      path,
      summary: 'Request an export or a deletion of what was sent about a person',
      description:
        'Account and purchase: `SubjectID`, form `User:<userId>`. Other assessments: `AssessmentName`, `PropertyName` and `PropertyValue`. Refused with `subject.pending` while the same request is pending, `subject.hold` under a legal hold and `subject.limit` for too many events. With a `requestId` of the caller a repeat is safe.',
      successStatus: 202,
    })
    .input(
      subjectInput.extend({ requestId: uuid.optional(), type: z.enum(subjectRequestTypes) }).superRefine(checkSubject),
    )
    .output(requestSchema),
  list: procedure
    .route({ method: 'GET', path, summary: 'Subject requests of an environment and below it, newest first' })
    .input(
      environmentInput.extend({
        type: z.enum(subjectRequestTypes).optional(),
        status: z.enum(subjectRequestStates).optional(),
        cursor: z.string().max(200).optional(),
        limit: z.coerce.number().int().min(1).max(subjectLimits.requests).default(subjectLimits.requests),
      }),
    )
    .output(z.object({ requests: z.array(requestSchema), nextCursor: z.string().nullable() })),
  get: procedure
    .route({ method: 'GET', path: `${path}/{requestId}`, summary: 'One subject request with its progress' })
    .input(oneRequest)
    .output(requestSchema),
  download: procedure
    .route({
      method: 'GET',
      path: `${path}/{requestId}/export`,
      summary: 'The exported data: a ZIP file of JSON lines, one for each event',
      description: `For ${subjectLimits.exportDays} days; then refused with \`subject.expired\`. Every download is audited.`,
    })
    .input(oneRequest)
    .output(z.file()),
  receipt: procedure
    .route({
      method: 'GET',
      path: `${path}/{requestId}/receipt`,
      summary: 'The signed receipt of a deletion',
      description: '`npm run --silent subject -- verify RECEIPT` verifies it without the service.',
    })
    .input(oneRequest)
    .output(z.file()),
  holds: procedure
    .route({ method: 'GET', path: holdPath, summary: 'Legal holds of an environment and below it' })
    .input(environmentInput)
    .output(z.object({ holds: z.array(holdSchema) })),
  hold: procedure
    .route({
      method: 'POST',
      path: holdPath,
      summary: 'Put the data of a person under a legal hold',
      description: 'Until its end no request deletes the data. The caller gives the id: repeating a call is safe.',
      successStatus: 201,
    })
    .input(
      subjectInput
        .extend({
          holdId: uuid,
          reason: z.string().trim().min(1).max(subjectLimits.reason),
          /** The last day, in UTC. */
          until: z.iso.date(),
        })
        .superRefine(checkSubject),
    )
    .output(holdSchema),
  release: procedure
    .route({ method: 'POST', path: `${holdPath}/{holdId}/lift`, summary: 'Lift a legal hold' })
    .input(environmentInput.extend({ holdId: uuid }))
    .output(z.object({ lifted: z.boolean() })),
}
