import type { AssessmentSchema } from '../../../contract/assessments/custom-fields.ts'
import { type SchemaChange, schemaChangesOf, withSchemaChange } from '../../../contract/assessments/schema-changes.ts'
import { bodySchema } from '../../../engine/assessments/tenant-assessment.ts'
import { createEventReader, type EventReader, type WizardTemplate } from '../../../engine/ingest/event-schemas.ts'
import { type Json, objectOf } from '../../../engine/lib/json.ts'

export interface EventEvidence {
  checked: number
  refused: number
  changes: (SchemaChange & { refused: number })[]
}

const accepts = (reader: EventReader, event: Json): boolean => {
  const { value, issues } = reader.normalise(event)
  return reader.validate(value, issues).length === 0
}

/**
 * Returns a check of stored events against a changed schema. An event counts as refused when the changed schema refuses
 * it and the present one does not; a change counts those that it refuses by itself. Tests of callers are left out.
 */
export function createEventCheck(template: WizardTemplate, before: AssessmentSchema, after: AssessmentSchema) {
  const readerOf = (schema: AssessmentSchema): EventReader => createEventReader(bodySchema(template, schema))
  const present = readerOf(before)
  const changed = readerOf(after)
  const changes = schemaChangesOf(before, after).map(change => ({
    change,
    reader: readerOf(withSchemaChange(before, after, change)),
    refused: 0,
  }))
  let checked = 0
  let refused = 0
  return {
    check(event: Json): void {
      if (objectOf(event.metadata).isTest === true) return
      checked++
      if (accepts(changed, event) || !accepts(present, event)) return
      refused++
      for (const each of changes) if (!accepts(each.reader, event)) each.refused++
    },
    evidence: (): EventEvidence => ({
      checked,
      refused,
      changes: changes.map(({ change, refused: count }) => ({ ...change, refused: count })),
    }),
  }
}
