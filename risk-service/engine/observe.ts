import type { EventWriter, Ports } from '../ports.ts'
import type { AssessmentBook } from './assessments.ts'
import type { DataCounts } from './data-counts.ts'
import { dataKinds, dataWrite, observationKind } from './data-events.ts'
import { pathProblems } from './decide.ts'
import { readerOf, schemas } from './event-schemas.ts'
import type { DataEventInput, LabelResult } from './index.ts'
import { objectOf } from './json.ts'
import { assessmentLabel } from './label.ts'
import type { OwnAssessment } from './own-assessment.ts'
import { pack } from './velocities/index.ts'

const labelReader = readerOf(schemas.observationLabel)

/** Takes data in: reads, checks, and stores under its key. `counts`: nothing is counted when absent. */
export function createObserve({
  writer,
  newId,
  assessments,
  counts,
}: {
  writer: EventWriter
  newId: Ports['newId']
  assessments: AssessmentBook
  counts?: DataCounts | undefined
}): (input: DataEventInput) => Promise<LabelResult> {
  /** Wizard assessments only: legacy custom ones have neither observations nor labels. */
  async function ownOf(environmentId: string, apiName: string): Promise<OwnAssessment | null> {
    const find = (): OwnAssessment | null => assessments.own(environmentId, apiName)
    if (find() === null) await assessments.newer()
    const own = find()
    return own?.kind === 'wizard' ? own : null
  }

  return async input => {
    const { environmentId, body, receivedAt, correlationId, pathId, depth = 0 } = input
    if ('assessment' in input && input.observation === null) {
      const own = await ownOf(environmentId, input.assessment)
      if (own === null || !own.hasLabel) return { kind: 'unknown' }
      const { value, problems } = labelReader.normalise(body)
      const messages = labelReader.validate(value, problems)
      if (messages.length > 0) return { kind: 'invalid', messages }
      await writer.label(assessmentLabel(value, environmentId, own.apiName, receivedAt))
      return { kind: 'accepted', event: value, id: String(objectOf(value.metadata).eventId ?? newId()) }
    }
    const own = 'assessment' in input ? await ownOf(environmentId, input.assessment) : null
    const kind =
      'event' in input
        ? dataKinds[input.event]
        : own === null
          ? null
          : observationKind(own, input.observation ?? '', newId)
    if (kind === null) return { kind: 'unknown' }
    const { value, problems } = kind.normalise(body)
    const messages = kind.validate(value, problems)
    if (messages.length === 0 && pathId !== undefined) messages.push(...pathProblems(kind, value, pathId))
    if (messages.length > 0) return { kind: 'invalid', messages }
    const eventType = 'event' in input ? input.event : `${input.assessment}:${input.observation ?? ''}`
    const write = dataWrite(kind, value, { environmentId, eventType, dataId: newId(), receivedAt, correlationId })
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
    const { fresh } = await writer.data(counted.length === 0 ? write : { ...write, velocities: pack(counted) })
    if (fresh) counts?.apply(environmentId, write.dataId, receivedAt, counted)
    return { kind: 'accepted', event: value, id: write.entityId }
  }
}
