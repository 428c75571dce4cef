import type { EventWriter } from '../../ports/index.ts'
import type { AssessmentRegistry } from '../assessment-types/assessment-registry.ts'
import { createEventReader, schemas } from '../ingest/event-schemas.ts'
import { pathIssues } from '../ingest/path-issues.ts'
import { normaliseLabel, validateLabel } from '../ingest/precompiled-schemas.ts'
import { validateBody } from '../ingest/validate-body.ts'
import { type Json, objectOf } from '../lib/json.ts'
import type { IngestResult, LabelInput } from '../types/inputs-and-results.ts'
import { accountLabel, createLabelWrite } from './labels.ts'

const purchaseLabel = { normalise: normaliseLabel, validate: validateLabel }
const accountLabelReader = createEventReader(schemas.accountLabel)
const accountPath = { pathIds: (event: Json) => ({ 'metadata.userId': objectOf(event.metadata).userId }) }

/** Creates the ingest of labels of built-in assessments: reads, checks, and stores them under the labelled object. */
export function createLabelIngest({
  writer,
  assessments,
}: {
  writer: EventWriter
  assessments: AssessmentRegistry
}): (input: LabelInput) => Promise<IngestResult> {
  return async ({ environmentId, body, receivedAt, pathId, family = 'purchase' }) => {
    const reader = family === 'purchase' ? purchaseLabel : accountLabelReader
    const { value, issues } = reader.normalise(body)
    const found = validateBody(reader, value, issues)
    if (found.messages.length === 0 && family === 'account' && pathId !== undefined)
      found.messages.push(...pathIssues(accountPath, value, pathId))
    if (found.messages.length > 0) return { kind: 'invalid', ...found }
    const label = family === 'purchase' ? value : accountLabel(value)
    await writer.label(createLabelWrite(environmentId, label, receivedAt, assessments.ownNames(environmentId)))
    return { kind: 'accepted', event: value, id: '' }
  }
}
