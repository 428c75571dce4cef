import type { Format } from '@assay/design-system'
import type { EventDetail } from '@assay/risk-service/contract'
import type { IntlShape } from 'react-intl'
import { objectAt, textAt } from '../request-fields.ts'
import type { TimelineRecord } from './timeline-record.tsx'

type DataEvent = EventDetail['dataEvents'][number]
type Label = EventDetail['labels'][number]

const dataMessages = {
  bankEvent: 'Review.Timeline.BankEvent',
  chargeback: 'Review.Timeline.Chargeback',
  refund: 'Review.Timeline.Refund',
} as const

const filled = (values: readonly (string | null)[]): string[] =>
  values.filter((value): value is string => value !== null && value !== '')

/** Returns a status, bank event, chargeback, refund or observation as a record. */
function dataEventRecord(event: DataEvent, intl: IntlShape, format: Format): TimelineRecord {
  const { id, kind, at, type, status, reason, amount, currency } = event
  const reported = (word: string | null) =>
    intl.formatMessage({ id: 'Review.Timeline.Reported' }, { status: word ?? 'other' })
  const sentence =
    kind === 'status'
      ? {
          messageId: event.review ? 'Review.Timeline.StatusByReview' : 'Review.Timeline.Status',
          values: { status: reported(type) },
        }
      : kind === 'observation'
        ? { messageId: 'Review.Timeline.Observation', values: { name: event.observation ?? '' } }
        : { messageId: dataMessages[kind], values: { type: type ?? '', status: reported(status) } }
  return {
    key: id,
    kind: 'observation',
    at,
    by: null,
    ...sentence,
    details: filled([reason, amount !== null && currency !== null ? format.money(amount, currency) : null]),
  }
}

const labelRecord = ({ key, at, isFraud, source, reasonCodes }: Label): TimelineRecord => ({
  key,
  kind: 'label',
  at,
  by: null,
  messageId: isFraud ? 'Review.Timeline.LabelFraud' : 'Review.Timeline.LabelNonFraud',
  values: {},
  details: filled([source, reasonCodes]),
})

/** Returns what the stored event says of itself: the account, the assessment, its labels and what was reported later. */
export function eventRecords(detail: EventDetail, intl: IntlShape, format: Format): TimelineRecord[] {
  const { row } = detail
  const created = textAt(objectAt(detail.view, 'user'), 'creationDate')
  return [
    ...detail.labels.map(labelRecord),
    ...detail.dataEvents.map(event => dataEventRecord(event, intl, format)),
    {
      key: 'assessed',
      kind: 'event',
      at: row.at,
      by: null,
      messageId:
        row.decision === null
          ? 'Review.Timeline.Uploaded'
          : row.eventType === 'purchase'
            ? 'Review.Timeline.Assessed'
            : 'Review.Timeline.AssessedEvent',
      values:
        row.decision === null
          ? {}
          : { decision: intl.formatMessage({ id: `DesignSystem.Decision.${row.decision.toLowerCase()}` }) },
      details: filled([
        row.rule,
        detail.latencyMs === null ? null : format.unit(Math.max(1, Math.round(detail.latencyMs)), 'millisecond'),
      ]),
    },
    ...(created
      ? [
          {
            key: 'created',
            kind: 'event' as const,
            at: created,
            by: null,
            messageId: 'Review.Timeline.AccountCreated',
            values: {},
            details: [],
          },
        ]
      : []),
  ]
}

/** Returns the evaluation of the rules of an event, with every clause that fired. */
export function rulesRecord({ row, explanation: { rules } }: EventDetail, intl: IntlShape): TimelineRecord {
  const fired = rules.flatMap(({ ruleId, rule, clauses }) =>
    clauses
      .filter(({ effect }) => effect !== 'none')
      .map(({ clause, decision }) => ({ ruleId, rule, clause, decision })),
  )
  return {
    key: 'rules',
    kind: 'rules',
    at: row.at,
    by: null,
    messageId: 'Review.Timeline.Rules',
    values: { fired: new Set(fired.map(({ ruleId }) => ruleId)).size, all: rules.length },
    details: fired.map(({ rule, clause, decision }) =>
      intl.formatMessage(
        { id: 'Review.Timeline.Clause' },
        {
          rule,
          clause,
          effect: intl.formatMessage({
            id: decision ? `DesignSystem.Decision.${decision.toLowerCase()}` : 'Review.Explanation.Observe',
          }),
        },
      ),
    ),
  }
}
