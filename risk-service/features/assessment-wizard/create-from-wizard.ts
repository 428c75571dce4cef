import type { NewAssessmentInput } from '../../contract/assessments/assessment-inputs.ts'
import { samplePayload } from '../../contract/assessments/sample-payload.ts'
import { scalarPaths } from '../../contract/assessments/scalar-paths.ts'
import { canHaveReports } from '../../engine/assessments/tenant-assessment.ts'
import type { ActionContext } from '../../kernel/console-api/action-context.ts'
import { ConflictError, ValidationError } from '../../kernel/errors/errors.ts'
import {
  assertValidAssessment,
  createAssessment,
  type NewAssessment,
  recordNewAssessment,
} from '../assessments/create-assessment.ts'
import { insertAssessmentRulesIn } from '../rules/defaults/assessment-rules.ts'
import { findRuleSettings, saveRuleSettingsIn } from '../rules/settings.ts'

/** Names of the observation events that the wizard adds, by template. */
const observationNames = { AssessmentStatus: 'Status', Bank: 'Bank', Chargeback: 'Chargeback' } as const

/**
 * Creates an assessment with observation events, settings and the default rules of its template, all of it or nothing.
 * A repeat with the same id and content changes nothing. @throws ValidationError naming the field, ConflictError
 */
export async function createFromWizard(
  maker: ActionContext,
  assessmentId: string,
  input: NewAssessmentInput,
): Promise<{ id: string; eventType: string }> {
  const { ports, principal, environmentId, engine } = maker
  const author = { id: principal.id, name: principal.name }
  const requested = toNewAssessment(input, { id: assessmentId, environmentId, author })
  const { template, apiName, evaluation } = input
  assertValidAssessment(requested, input.schema)
  assertDataSubjects(input)
  assertFeatures(input)
  const isNew = await createAssessment(ports.db, requested, async trx => {
    await recordNewAssessment(trx, maker, requested)
    if (evaluation !== 'all') await saveRuleSettingsIn(trx, maker, apiName, { evaluation }, false)
    await insertAssessmentRulesIn(trx, ports, author, environmentId, { apiName, template, sample: requested.sample })
  })
  if (!isNew && (await findRuleSettings(ports.db, environmentId, apiName)).evaluation !== evaluation)
    throw new ConflictError('An assessment with this id already exists.', { reason: 'assessment.exists' })
  await engine.reloadRules(environmentId)
  return { id: assessmentId, eventType: apiName }
}

function toNewAssessment(
  { clientKeyCallId, caseManagement, search, reporting, observations, label, ...input }: NewAssessmentInput,
  address: Pick<NewAssessment, 'id' | 'environmentId' | 'author'>,
): NewAssessment {
  return {
    ...address,
    kind: 'wizard',
    template: input.template,
    apiName: input.apiName,
    friendlyName: input.friendlyName,
    schema: input.schema,
    dataSubjectIds: input.dataSubjectIds,
    observations: observations.map(template => ({ template, apiName: observationNames[template] })),
    hasLabel: label,
    sample: samplePayload(input.schema, input.template),
    settings: {
      features: { caseManagement, search, reporting },
      ...(clientKeyCallId === null
        ? {}
        : { clientSideIntegration: { enabled: true, externalCallId: clientKeyCallId } }),
    },
  }
}

/** @throws ValidationError for a field that is none of the schema, or no plain value */
function assertDataSubjects({ schema, dataSubjectIds }: NewAssessmentInput): void {
  const paths = new Set(scalarPaths(schema))
  for (const [index, path] of dataSubjectIds.entries()) {
    if (path === 'metadata.eventId' || dataSubjectIds.indexOf(path) !== index)
      throw new ValidationError(['dataSubjectIds', index], 'Each field is a data subject id once.')
    if (!paths.has(path))
      throw new ValidationError(['dataSubjectIds', index], 'A data subject id is a field of the schema with one value.')
  }
}

/** @throws ValidationError for a feature that the template does not have */
function assertFeatures({ template, search, reporting }: NewAssessmentInput): void {
  if (canHaveReports(template)) return
  if (search) throw new ValidationError(['search'], 'Device fingerprinting has no search.')
  if (reporting) throw new ValidationError(['reporting'], 'Device fingerprinting has no reports.')
}
