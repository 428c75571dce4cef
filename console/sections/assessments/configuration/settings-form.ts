import type { AssessmentConfiguration, AssessmentSettings } from '@assay/risk-service/contract'
import { type AssessmentSchema, scalarPaths } from '@assay/risk-service/contract/assessment-schemas'
import { contractResolver } from '../../../platform/forms/contract-resolver.ts'
import { assessmentSettingsSchema } from '../../../platform/forms/contract-schemas.ts'

export const settingsRecoveryId = (assessmentId: string): string => `assessment/settings/${assessmentId}`

export const settingsRecord = ({ settings, version }: Pick<AssessmentConfiguration, 'settings' | 'version'>) => ({
  values: settings,
  version,
})

/** Messages that name the ways in which rules run. */
export const evaluationNames: Readonly<Record<AssessmentSettings['evaluation'], string>> = {
  all: 'Rules.Behaviour.all',
  first: 'Rules.Behaviour.first',
}

/** Validates the settings as the service does. */
export const settingsResolver = contractResolver({
  schema: assessmentSettingsSchema,
  toBody: (settings: AssessmentSettings) => settings,
  messages: { dataSubjectIds: { tooMany: 'Assessments.DataSubjects.TooMany' } },
})

/** Returns the fields that can identify a data subject: those with a single value, except the id of the event. */
export const subjectFieldsOf = (schema: AssessmentSchema): string[] =>
  scalarPaths(schema).filter(path => path !== 'metadata.eventId')

/** Returns the data filters of reports that are added as data subject ids: by what identifies a person none filters. */
export const brokenFiltersOf = (
  chosen: readonly string[],
  { dataSubjectIds }: Pick<AssessmentSettings, 'dataSubjectIds'>,
  dataFilters: readonly string[],
): string[] => chosen.filter(path => dataFilters.includes(path) && !dataSubjectIds.includes(path))
