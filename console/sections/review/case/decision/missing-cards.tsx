import { Callout } from '@assay/design-system'
import type { Case } from '@assay/risk-service/contract'
import { matchQuery, type Query, type QueryKey, useQueryClient } from '@tanstack/react-query'
import { useCallback, useSyncExternalStore } from 'react'
import { FormattedMessage, useIntl } from 'react-intl'
import { api } from '../../../../platform/api/client.ts'
import { type CaseAddress, caseInputOf } from '../../../../platform/cases/case-links.ts'

/** Cards of the page of an event by the messages of their titles, with what they read. */
const cardsOf = (row: CaseAddress): [titleId: string, queryKey: QueryKey][] => {
  const input = caseInputOf(row)
  const place = { environmentId: row.environmentId, eventType: row.eventType, eventId: row.externalId }
  return [
    ['Review.Event.Title', api.events.get.key({ input })],
    ['Review.Counterfactuals.Title', api.events.counterfactuals.key({ input })],
    ['Review.Snapshot.Title', api.events.financialSnapshot.key({ input })],
    ['Review.Users.Title', api.events.entityUsers.key({ input })],
    ['Review.Figures.Title', api.events.activityFigures.key({ input })],
    ['Review.Activity.Title', api.events.activity.key({ input })],
    ['Review.Map.Title', api.events.places.key({ input })],
    ['Review.Links.Title', api.linkAnalysis.counts.key({ input })],
    ['Review.Graph.Title', api.events.linked.key({ input })],
    ['Review.Notes.Title', api.notes.list.key({ input: place })],
    ['Review.Timeline.Title', api.cases.history.key({ input })],
    ['Review.Case.Similar.Title', api.cases.similar.key({ input })],
    ['Review.Summary.Title', api.cases.summary.key({ input })],
    // Their questions name values instead of the event: those on the page are its own.
    ['Review.Velocities.Title', api.velocities.read.key()],
    ['Review.Case.Missing.Statuses', api.supportEntries.get.key()],
  ]
}
/** Cards whose questions do not name the event count while they are on the page. */
const onPage: ReadonlySet<string> = new Set(['Review.Velocities.Title', 'Review.Case.Missing.Statuses'])

const isFailed = ({ state }: Query) => state.status === 'error' && state.data === undefined

/** Returns the messages of the titles of the cards of an event that could not be loaded. */
function useMissingCards(row: CaseAddress): string[] {
  const cache = useQueryClient().getQueryCache()
  const subscribe = useCallback(
    (onChange: () => void) => {
      let some = cache.getAll().some(isFailed)
      // The cache changes some fifty times with each case: the failed queries are read only where one is concerned.
      return cache.subscribe(({ query }) => {
        if (!some && !isFailed(query)) return
        some = cache.getAll().some(isFailed)
        onChange()
      })
    },
    [cache],
  )
  // A text, so that it compares equal until a card fails or arrives.
  const missing = useSyncExternalStore(subscribe, () => {
    const failed = cache.getAll().filter(isFailed)
    if (failed.length === 0) return ''
    return cardsOf(row)
      .filter(([titleId, queryKey]) =>
        failed.some(query => matchQuery({ queryKey, type: onPage.has(titleId) ? 'active' : 'all' }, query)),
      )
      .map(([titleId]) => titleId)
      .join(' ')
  })
  return missing === '' ? [] : missing.split(' ')
}

/** Warns before a decision that cards of the event could not be loaded. It does not stop the decision. */
export function MissingCards({ row }: { row: Case }) {
  const intl = useIntl()
  const missing = useMissingCards(row)
  if (missing.length === 0) return null
  const names = missing.map(id => intl.formatMessage({ id }))
  return (
    <Callout tone="warning" title={<FormattedMessage id="Review.Case.Missing" />}>
      <ul className="list-disc ps-4">
        {names.map(name => (
          <li key={name}>{name}</li>
        ))}
      </ul>
    </Callout>
  )
}
