import type { CaseEvent, CaseRow } from '@assay/risk-service/contract'
import { useQuery } from '@tanstack/react-query'
import { FormattedMessage, useIntl } from 'react-intl'
import { api } from '../../../../platform/api/client.ts'
import { type CaseAddress, caseInputOf } from '../../../../platform/cases/case-links.ts'
import type { TimelineEntry } from '../../facts/timeline-card.tsx'

/** Values of a step that people have chosen or written, in the order in which they are read. */
const texts = ['decision', 'queue', 'to', 'rule', 'reason', 'note', 'comment'] as const

/** What people have written and chosen in one step, as one line. */
function historyDetails({ details }: Pick<CaseEvent, 'details'>): string[] {
  return texts.flatMap(name => {
    const value = details[name]
    return typeof value === 'string' && value.trim() !== '' ? [value] : []
  })
}

/** The name of a step in the messages; a hold says what it waits for. */
function messageOf({ kind, details }: Pick<CaseEvent, 'kind' | 'details'>): string {
  if (kind === 'held' && details['awaiting'] === 'Challenge') return 'challengeRequested'
  if (kind === 'resumed' && details['cause'] === 'challenge') return 'challengeAnswered'
  return kind.replaceAll(/-(\w)/g, (_, letter: string) => letter.toUpperCase())
}

/** What happened to the case, as entries of the timeline; none while it is loading, or without the right to see it. */
export function useCaseHistory(row: (CaseAddress & Pick<CaseRow, 'version'>) | undefined): readonly TimelineEntry[] {
  const intl = useIntl()
  const { data } = useQuery(
    api.cases.history.queryOptions({
      input: row ? caseInputOf(row) : { environmentId: '', eventType: '', id: '' },
      enabled: row !== undefined,
      staleTime: 1000,
    }),
  )
  return (data ?? []).map(event => ({
    key: event.id,
    at: event.at,
    kind: event.by === null ? 'system' : 'event',
    what: (
      <FormattedMessage
        id={`Review.Case.Event.${messageOf(event)}`}
        values={{
          answer: String(event.details['answer']),
          name: <bdi key="name">{event.by?.name ?? intl.formatMessage({ id: 'Review.Case.Service' })}</bdi>,
        }}
      />
    ),
    details: historyDetails(event).join(' · '),
  }))
}
