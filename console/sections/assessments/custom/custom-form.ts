import type { CustomAssessment, CustomAssessmentBody } from '@assay/risk-service/contract'
import { readApiError } from '../../../platform/api/api-error.ts'
import { parseJsonObject, serialiseJsonObject } from '../../../platform/authoring/sample/json-object.ts'
import { parsePayload } from '../../../platform/authoring/sample/payload.ts'
import { contractResolver } from '../../../platform/forms/contract-resolver.ts'
import { customAssessmentBodySchema } from '../../../platform/forms/contract-schemas.ts'
import type { FormErrors } from '../../../platform/forms/form-errors.ts'
import { newSample } from './sample.ts'

/** A custom assessment as its fields show it. */
export interface CustomValues {
  name: string
  eventType: string
  /** JSON. */
  sample: string
}

export const customRecord = (assessment: CustomAssessment | null) => ({
  values: {
    name: assessment?.name ?? '',
    eventType: assessment?.eventType ?? '',
    sample: serialiseJsonObject(assessment?.sample ?? newSample),
  } satisfies CustomValues,
  version: assessment?.version ?? 0,
})

const messages = {
  name: { required: 'Lists.Name.Missing', invalid: 'Templates.Assessment.Rule.friendlyName' },
  eventType: { required: 'Lists.Name.Missing', invalid: 'Templates.Assessment.Rule.apiName' },
} as const

/** Validates a custom assessment as the service does; a sample that is no JSON with its line. */
export const customResolver = contractResolver<CustomValues, typeof customAssessmentBodySchema, CustomAssessmentBody>({
  schema: customAssessmentBodySchema,
  toBody: ({ name, eventType, sample }) => ({
    name: name.trim(),
    eventType: eventType.trim(),
    sample: parseJsonObject(sample) ?? {},
  }),
  messages,
  rules: ({ sample }): FormErrors<CustomValues> => {
    const { fault } = parsePayload(sample)
    if (fault === null) return {}
    const id = `Rules.Settings.Issue.${fault.kind}`
    return { sample: fault.kind === 'syntax' ? { id, values: { line: fault.line } } : { id } }
  },
})

const conflicts: Readonly<Record<string, string>> = {
  'assessment.exists': 'Templates.Assessment.taken',
  'assessment.removing': 'Assessments.Wizard.Removing',
  'resource.used': 'Assessments.ApiName.Used',
}

/** What the service found wrong, by field. */
export function customErrorsOf(error: unknown): FormErrors<CustomValues> | null {
  const failure = readApiError(error)
  if (failure.kind === 'conflict') {
    const id = conflicts[failure.reason ?? '']
    return id === undefined ? null : { eventType: { id } }
  }
  const issue = failure.kind === 'invalid' ? failure.issues[0] : undefined
  const field = issue?.path[1]
  if (field === 'name' || field === 'eventType') return { [field]: { id: messages[field].invalid } }
  return field === 'sample' ? { sample: { id: 'Assessments.Refused', values: { field } } } : null
}

/** The sample with the new API name as its name, where it had the former one; what else was typed stays. */
export function renameSample(text: string, before: string, after: string): string {
  const sample = parseJsonObject(text)
  return sample?.['name'] === before ? serialiseJsonObject({ ...sample, name: after }) : text
}
