import type { AssessmentConfiguration, LabelBody } from '../../contract/assessments/assessment-configuration.ts'
import { fieldChangesOf } from '../../contract/assessments/schema-changes.ts'
import { objectOf } from '../../engine/lib/json.ts'
import { isSameJson } from '../../kernel/same-json.ts'
import type { AssessmentPlace } from '../assessments/find-assessment.ts'
import { assertValidFields } from '../assessments/valid-schema.ts'
import { assertNoDependents } from '../usage/dependents.ts'
import { assertAdditive } from './change-schema.ts'
import { assertVersion, type ConfigurationCall, changeAssessment } from './configuration-call.ts'
import { labelOf } from './stored-schema.ts'
import { findLabelUsers } from './uses.ts'

/**
 * Adds the label event of an assessment, or changes it. @throws ValidationError naming the field, ConflictError when
 * somebody else added, changed or deleted it meanwhile
 */
export function saveLabel(
  call: ConfigurationCall,
  { baseVersion, body, ...place }: AssessmentPlace & { baseVersion: number | null; body: LabelBody },
): Promise<AssessmentConfiguration> {
  return changeAssessment(call, place, async (trx, row) => {
    const before = labelOf(row)
    if (before !== null && isSameJson(before.custom, body.custom)) return null
    // A version that no label has: one that was added, or deleted, in between.
    assertVersion(before?.version ?? -1, baseVersion ?? -1, row)
    assertValidFields(body.custom, ['body', 'custom'])
    assertAdditive(fieldChangesOf(before?.custom ?? [], body.custom), ['body'])
    const label = { custom: body.custom, version: before === null ? 0 : before.version + 1 }
    await trx
      .updateTable('assessment')
      .set({ has_label: true, settings: JSON.stringify({ ...objectOf(row.settings), label }) })
      .where('id', '=', row.id)
      .execute()
    return { before: before === null ? null : { label: before.custom }, after: { label: body.custom } }
  })
}

/** Deletes the label event; false when there is none. @throws ConflictError with the names of rules that send labels */
export async function removeLabel(call: ConfigurationCall, place: AssessmentPlace): Promise<{ deleted: boolean }> {
  let deleted = false
  await changeAssessment(call, place, async (trx, row) => {
    const before = labelOf(row)
    if (before === null) return null
    assertNoDependents('The label event', await findLabelUsers(trx, call.tree, row))
    const { label: _label, ...settings } = objectOf(row.settings)
    await trx
      .updateTable('assessment')
      .set({ has_label: false, settings: JSON.stringify(settings) })
      .where('id', '=', row.id)
      .execute()
    deleted = true
    return { before: { label: before.custom }, after: null }
  })
  return { deleted }
}
