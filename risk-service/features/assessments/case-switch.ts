import { canHaveCases } from '../../engine/assessments/tenant-assessment.ts'
import type { WizardTemplate } from '../../engine/ingest/event-schemas.ts'
import { isObject } from '../../engine/lib/json.ts'

/** Returns what is wrong with the switch of cases in the settings of an assessment; null where it is right or absent. */
export function findCaseSwitchIssue(
  template: WizardTemplate | null,
  { features }: Readonly<Record<string, unknown>>,
): { field: string; message: string } | null {
  if (features === undefined) return null
  if (!isObject(features)) return { field: 'settings.features', message: 'Features are an object of switches.' }
  const { caseManagement } = features
  const field = 'settings.features.caseManagement'
  if (caseManagement === undefined) return null
  if (typeof caseManagement !== 'boolean') return { field, message: 'Case management is true or false.' }
  return caseManagement && !canHaveCases(template)
    ? { field, message: 'Device fingerprinting and custom assessments without a template have no cases.' }
    : null
}
