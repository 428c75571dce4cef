import type { EventWriter, Ports } from '../../ports/index.ts'
import type { AssessmentRegistry } from '../assessment-types/assessment-registry.ts'
import type { TenantAssessment } from '../assessments/tenant-assessment.ts'
import { pathIssues } from '../ingest/path-issues.ts'
import { validateBody } from '../ingest/validate-body.ts'
import { objectOf } from '../lib/json.ts'
import type { DataEventInput, IngestResult } from '../types/inputs-and-results.ts'
import { serialiseContributions } from '../velocities/index.ts'
import { createDataWrite, createObservationType, dataEventTypes, labelReaderOf } from './data-event-types.ts'
import type { DataEventVelocities } from './data-event-velocities.ts'
import { createAssessmentLabel } from './labels.ts'

/**
 * Creates the ingest of data events: reads, checks, and stores them under their key. `counts`: nothing is counted when
 * absent.
 */
export function createDataEventIngest({
  writer,
  newId,
  assessments,
  counts,
}: {
  writer: EventWriter
  newId: Ports['newId']
  assessments: AssessmentRegistry
  counts?: DataEventVelocities | undefined
}): (input: DataEventInput) => Promise<IngestResult> {
  /** Wizard assessments only: legacy custom ones have neither observations nor labels. */
  async function ownOf(environmentId: string, apiName: string): Promise<TenantAssessment | null> {
    const find = (): TenantAssessment | null => assessments.own(environmentId, apiName)
    if (find() === null) await assessments.reloadIfStale()
    const own = find()
    return own?.kind === 'wizard' ? own : null
  }

  return async input => {
    const { environmentId, body, receivedAt, correlationId, pathId, depth = 0 } = input
    if ('assessment' in input && input.observation === null) {
      const own = await ownOf(environmentId, input.assessment)
      if (own === null || !own.hasLabel) return { kind: 'unknown' }
      const reader = labelReaderOf(own)
      const { value, issues: problems } = reader.normalise(body)
      const found = validateBody(reader, value, problems)
      if (found.messages.length > 0) return { kind: 'invalid', ...found }
      await writer.label(createAssessmentLabel(value, environmentId, own.apiName, receivedAt))
      return { kind: 'accepted', event: value, id: String(objectOf(value.metadata).eventId ?? newId()) }
    }
    const own = 'assessment' in input ? await ownOf(environmentId, input.assessment) : null
    const kind =
      'event' in input
        ? dataEventTypes[input.event]
        : own === null
          ? null
          : createObservationType(own, input.observation ?? '', newId)
    if (kind === null) return { kind: 'unknown' }
    const { value, issues: problems } = kind.normalise(body)
    const found = validateBody(kind, value, problems)
    if (found.messages.length === 0 && pathId !== undefined) found.messages.push(...pathIssues(kind, value, pathId))
    if (found.messages.length > 0) return { kind: 'invalid', ...found }
    const eventType = 'event' in input ? input.event : `${input.assessment}:${input.observation ?? ''}`
    const write = createDataWrite(kind, value, { environmentId, eventType, dataId: newId(), receivedAt, correlationId })
    const counted =
      (await counts?.contributions({
        environmentId,
        eventType,
        event: value,
        purchaseId: write.subjectId,
        receivedAt,
        correlationId,
        depth,
      })) ?? []
    const { fresh, transaction } = await writer.data(
      counted.length === 0 ? write : { ...write, velocities: serialiseContributions(counted) },
    )
    if (fresh) counts?.apply(environmentId, write.dataId, receivedAt, counted, transaction)
    return { kind: 'accepted', event: value, id: write.entityId }
  }
}
