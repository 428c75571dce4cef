import type { AssessmentTarget, ExternalAssessment, ExternalAssessmentBody } from '@assay/risk-service/contract'
import type { Resolver } from 'react-hook-form'
import type { IntlShape } from 'react-intl'
import { isNameTaken, validationErrorOf } from '../../platform/api/api-error.ts'
import type { VersionTexts } from '../../platform/authoring/conflict/differences.ts'
import type { FormRecord } from '../../platform/authoring/form/use-record-form.ts'
import { contractResolver } from '../../platform/forms/contract-resolver.ts'
import { externalAssessmentBodySchema } from '../../platform/forms/contract-schemas.ts'
import type { FormErrors } from '../../platform/forms/form-errors.ts'

/** The values of the form of an external assessment. */
export interface AssessmentForm {
  name: string
  description: string
  /** Key of the assessment that is called; empty until one is chosen. */
  target: string
}

/** What a choice between targets names one by. */
export const targetKeyOf = ({ environmentId, eventType }: ExternalAssessmentBody['target']): string =>
  `${environmentId} ${eventType}`

/** What is stored as the fields show it; null: a new one. */
export const assessmentRecordOf = (
  stored: Pick<ExternalAssessment, 'body' | 'version'> | null,
): FormRecord<AssessmentForm> =>
  stored === null
    ? { values: { name: '', description: '', target: '' }, version: 0 }
    : {
        values: {
          name: stored.body.name,
          description: stored.body.description,
          target: targetKeyOf(stored.body.target),
        },
        version: stored.version,
      }

/** What is sent: texts without the blanks around them. */
export function assessmentBodyOf({ name, description, target }: AssessmentForm): ExternalAssessmentBody {
  const [environmentId = '', eventType = ''] = target.split(' ')
  return { name: name.trim(), description: description.trim(), target: { environmentId, eventType } }
}

const takenMessage = { id: 'Authoring.Name.taken' }

/**
 * Validates an external assessment by the schema of the contract. `names`: those of others in the environment;
 * `targets`: what can be called from it.
 */
export const assessmentResolver = (
  names: readonly string[],
  targets: readonly AssessmentTarget['eventType'][],
): Resolver<AssessmentForm, unknown, ExternalAssessmentBody> =>
  contractResolver({
    schema: externalAssessmentBodySchema,
    toBody: assessmentBodyOf,
    messages: {
      name: {
        required: 'Authoring.Name.empty',
        tooLong: 'Authoring.Name.long',
        invalid: 'Authoring.Name.identifier',
      },
      description: 'Common.TooLong',
      target: 'ExternalAssessments.Target.Missing',
    },
    rules: ({ name, target }) => ({
      ...(names.some(other => other.toLowerCase() === name.trim().toLowerCase()) ? { name: takenMessage } : {}),
      ...(targets.includes(target) ? {} : { target: { id: 'ExternalAssessments.Target.Missing' } }),
    }),
  })

/** Which field a refusal of the service belongs to; null when to none. */
export function assessmentErrorsOf(error: unknown): FormErrors<AssessmentForm> | null {
  if (isNameTaken(error)) return { name: takenMessage }
  const isTarget = validationErrorOf(error)?.issues.some(({ path }) => path.includes('target')) ?? false
  return isTarget ? { target: { id: 'ExternalAssessments.Target.Error' } } : null
}

/** An external assessment field by field, for two people who changed it. */
export function assessmentVersionTexts(
  { name, description, target }: ExternalAssessmentBody,
  targets: readonly AssessmentTarget[],
  intl: IntlShape,
): VersionTexts {
  const found = targets.find(each => targetKeyOf(each) === targetKeyOf(target))
  return [
    { id: 'name', label: intl.formatMessage({ id: 'Common.Name' }), text: name },
    { id: 'description', label: intl.formatMessage({ id: 'Common.Description' }), text: description },
    {
      id: 'target',
      label: intl.formatMessage({ id: 'ExternalAssessments.Target' }),
      text: found ? `${found.name} – ${found.environmentPath}` : target.eventType,
    },
  ]
}
