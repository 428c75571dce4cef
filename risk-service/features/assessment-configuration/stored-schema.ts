import type { AssessmentSchema, CustomField } from '../../contract/assessments/custom-fields.ts'
import type { Observation } from '../../engine/assessments/tenant-assessment.ts'
import { listOf, objectOf } from '../../engine/lib/json.ts'
import type { StoredAssessment } from '../assessments/find-assessment.ts'

/** Returns the schema of a stored assessment. */
export function schemaOf({ schema }: Pick<StoredAssessment, 'schema'>): AssessmentSchema {
  const { sections, custom } = objectOf(schema)
  return {
    sections: Array.isArray(sections) ? sections.filter((name): name is string => typeof name === 'string') : [],
    custom: listOf(custom) as unknown as CustomField[],
  }
}

/** Returns the observation events of a stored assessment. */
export const observationsOf = ({ observations }: Pick<StoredAssessment, 'observations'>): Observation[] =>
  listOf(observations) as unknown as Observation[]

/** An observation of an earlier release has no id of its own. */
export const idOf = ({ id, apiName }: Observation): string => id ?? apiName

/** Returns the label event of a stored assessment; null without one. */
export function labelOf({
  has_label,
  settings,
}: Pick<StoredAssessment, 'has_label' | 'settings'>): { custom: CustomField[]; version: number } | null {
  if (!has_label) return null
  const { custom, version } = objectOf(objectOf(settings).label)
  return { custom: listOf(custom) as unknown as CustomField[], version: typeof version === 'number' ? version : 0 }
}
