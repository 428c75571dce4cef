import type { ObservationBody, ObservationEvent, ObservationEventTemplate } from '@assay/risk-service/contract'
import type { CustomField } from '@assay/risk-service/contract/assessment-schemas'
import { readApiError } from '../../../platform/api/api-error.ts'
import { contractResolver } from '../../../platform/forms/contract-resolver.ts'
import { observationBodySchema } from '../../../platform/forms/contract-schemas.ts'
import type { FormErrors } from '../../../platform/forms/form-errors.ts'

/** An observation event as its fields show it. Fields of events contain fields, which a form does not need to see. */
export interface ObservationValues {
  name: string
  apiName: string
  custom: unknown
}
/** The custom fields of a form. */
export const fieldsOf = ({ custom }: Pick<ObservationValues, 'custom'>): readonly CustomField[] =>
  custom as readonly CustomField[]

export const newObservation: ObservationValues = { name: '', apiName: '', custom: [] }

export const observationRecord = ({
  name,
  apiName,
  custom,
  version,
}: Pick<ObservationEvent, 'name' | 'apiName' | 'custom' | 'version'>) => ({
  values: { name, apiName, custom } satisfies ObservationValues,
  version,
})

const messages = {
  name: { required: 'Lists.Name.Missing', invalid: 'Templates.Assessment.Rule.friendlyName' },
  apiName: { required: 'Lists.Name.Missing', invalid: 'Templates.Assessment.Rule.apiName' },
} as const

/** Validates an observation event as the service does. */
export const observationResolver = (template: ObservationEventTemplate) =>
  contractResolver<ObservationValues, typeof observationBodySchema, ObservationBody>({
    schema: observationBodySchema,
    toBody: ({ name, apiName, custom }) => ({
      name: name.trim(),
      apiName: apiName.trim(),
      template,
      custom: [...fieldsOf({ custom })],
    }),
    messages,
  })

/** What the service found wrong at the names. */
export function observationErrorsOf(error: unknown): FormErrors<ObservationValues> | null {
  const failure = readApiError(error)
  if (failure.kind === 'conflict') {
    if (failure.reason === 'observation.exists') return { apiName: { id: 'Assessments.Observations.Exists' } }
    return failure.reason === 'resource.used' ? { apiName: { id: 'Assessments.ApiName.Used' } } : null
  }
  const issue = failure.kind === 'invalid' ? failure.issues[0] : undefined
  if (issue?.code === 'name.taken') return { apiName: { id: 'Assessments.Observations.Taken' } }
  const field = issue?.path[1]
  return field === 'name' || field === 'apiName' ? { [field]: { id: messages[field].invalid } } : null
}
