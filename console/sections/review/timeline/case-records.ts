import type { Format } from '@assay/design-system'
import type { CaseEvent } from '@assay/risk-service/contract'
import type { IntlShape } from 'react-intl'
import type { TimelineRecord } from './timeline-record.tsx'

/** Values of a step that people have chosen or written, in the order in which they are read. */
const texts = ['decision', 'queue', 'to', 'rule', 'reason', 'note', 'comment'] as const

/** Steps that say in which queue the case is. */
const routing: ReadonlySet<CaseEvent['kind']> = new Set(['created', 'not-routed', 'released-to-queue', 'transferred'])

const textOf = (value: unknown): string => (typeof value === 'string' ? value.trim() : '')
const textsOf = (value: unknown): string[] => (Array.isArray(value) ? value.map(textOf).filter(Boolean) : [])

/** What changed in one step, and what people have written there. */
function detailsOf({ kind, details }: CaseEvent, intl: IntlShape, format: Format): string[] {
  if (kind === 'created') {
    const rule = textOf(details['routedRule'])
    return [
      rule === ''
        ? intl.formatMessage({ id: 'Review.Timeline.RoutedGeneral' })
        : intl.formatMessage({ id: 'Review.Timeline.Routed' }, { rule, clause: textOf(details['routedClause']) }),
    ]
  }
  const written = texts.map(name => textOf(details[name])).filter(Boolean)
  if (kind === 'held' && textOf(details['until']) !== '') {
    const until = format.dateTime(textOf(details['until']))
    return [...written, intl.formatMessage({ id: 'Review.Notes.System.held' }, { until })]
  }
  if (kind === 'tags-changed') {
    const [added, removed] = [textsOf(details['added']), textsOf(details['removed'])]
    const change = removed.length === 0 ? 'added' : added.length === 0 ? 'removed' : 'both'
    return [
      intl.formatMessage(
        { id: 'Review.Notes.System.tagsChanged' },
        { change, added: intl.formatList(added), removed: intl.formatList(removed) },
      ),
    ]
  }
  if (kind === 'priority-changed' && typeof details['after'] === 'number') {
    const before = typeof details['before'] === 'number' ? details['before'] : 0
    return [intl.formatMessage({ id: 'Review.Timeline.Priority' }, { before, after: details['after'] })]
  }
  return written
}

/** The name of a step in the messages; a hold says what it waits for. */
function messageOf({ kind, details }: Pick<CaseEvent, 'kind' | 'details'>): string {
  if (kind === 'held' && details['awaiting'] === 'Challenge') return 'challengeRequested'
  if (kind === 'resumed' && details['cause'] === 'challenge') return 'challengeAnswered'
  return kind.replaceAll(/-(\w)/g, (_, letter: string) => letter.toUpperCase())
}

/** Returns what happened to a case as records. */
export const caseRecords = (history: readonly CaseEvent[], intl: IntlShape, format: Format): TimelineRecord[] =>
  history.map(event => ({
    key: event.id,
    kind: routing.has(event.kind) ? 'routing' : 'case',
    at: event.at,
    by: event.by?.name ?? null,
    messageId: `Review.Case.Event.${messageOf(event)}`,
    values: {
      name: event.by?.name ?? intl.formatMessage({ id: 'Review.Case.Service' }),
      answer: textOf(event.details['answer']),
    },
    details: detailsOf(event, intl, format),
  }))
