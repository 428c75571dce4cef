import type { AssessmentConfiguration, GeneralBody } from '@assay/risk-service/contract'
import { readApiError } from '../../../platform/api/api-error.ts'
import { contractResolver } from '../../../platform/forms/contract-resolver.ts'
import { generalBodySchema } from '../../../platform/forms/contract-schemas.ts'
import type { FormErrors } from '../../../platform/forms/form-errors.ts'

export const generalRecoveryId = (assessmentId: string): string => `assessment/general/${assessmentId}`

export const generalRecord = ({ name, eventType, version }: AssessmentConfiguration) => ({
  values: { name, eventType },
  version,
})

const messages = {
  name: { required: 'Lists.Name.Missing', invalid: 'Templates.Assessment.Rule.friendlyName' },
  eventType: { required: 'Lists.Name.Missing', invalid: 'Templates.Assessment.Rule.apiName' },
} as const

/** Validates the names as the service does. */
export const generalResolver = contractResolver({
  schema: generalBodySchema,
  toBody: ({ name, eventType }: GeneralBody) => ({ name: name.trim(), eventType: eventType.trim() }),
  messages,
})

/** What the service found wrong at the names. */
export function generalErrorsOf(error: unknown): FormErrors<GeneralBody> | null {
  const failure = readApiError(error)
  if (failure.kind === 'conflict') {
    if (failure.reason === 'assessment.exists') return { eventType: { id: 'Templates.Assessment.taken' } }
    return failure.reason === 'resource.used' ? { eventType: { id: 'Assessments.ApiName.Used' } } : null
  }
  const field = failure.kind === 'invalid' ? failure.issues[0]?.path[1] : undefined
  return field === 'name' || field === 'eventType' ? { [field]: { id: messages[field].invalid } } : null
}
