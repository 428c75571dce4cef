import type { AssessmentReportSettings, StoredReportSettings } from '@assay/risk-service/contract'
import type { FormRecord } from '../../../platform/authoring/form/use-record-form.ts'
import { contractResolver } from '../../../platform/forms/contract-resolver.ts'
import { reportSettingsSchema } from '../../../platform/forms/contract-schemas.ts'

/** The stored configuration as its fields show it. */
export const reportSettingsRecord = ({
  settings,
  version,
}: Pick<StoredReportSettings, 'settings' | 'version'>): FormRecord<AssessmentReportSettings> => ({
  values: settings,
  version,
})

/** Validates the configuration as the service does. */
export const reportSettingsResolver = contractResolver<
  AssessmentReportSettings,
  typeof reportSettingsSchema,
  AssessmentReportSettings
>({
  schema: reportSettingsSchema,
  toBody: form => form,
  messages: {},
})

/** Why the configuration cannot be changed; null: it can. */
export type ReportSettingsLock = 'readOnly' | 'notRoot' | 'noReports' | 'noChanges'

interface LockInput {
  stored: Pick<StoredReportSettings, 'root' | 'reportable' | 'changesLeft'>
  environmentId: string
  mayChange: boolean
}

export function lockOf({ stored, environmentId, mayChange }: LockInput): ReportSettingsLock | null {
  if (!stored.reportable) return 'noReports'
  if (!mayChange) return 'readOnly'
  if (stored.root.id !== environmentId) return 'notRoot'
  return stored.changesLeft === 0 ? 'noChanges' : null
}
