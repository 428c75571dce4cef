import { type Command, type CommandSearch, useFormat } from '@assay/design-system'
import type { EventRow, RecorderMatch } from '@assay/risk-service/contract'
import { Eye, Search, ShieldX } from 'lucide-react'
import { useIntl } from 'react-intl'
import { useNavigate } from 'react-router-dom'
import { client } from '../../platform/api/client.ts'
import { useCan, useEnvironments, useHref } from '../../platform/environments/environments.tsx'
import { useAssessmentName } from '../../platform/events/use-assessment-name.ts'
import { refusedParameter, searchParameters } from '../../platform/search-url/search-url.ts'
import { eventIdOf, lookupsOf } from './lookup.ts'

const rowsPerLookup = 5

export function useEventSearch(): CommandSearch | undefined {
  const intl = useIntl()
  const format = useFormat()
  const navigate = useNavigate()
  const href = useHref()
  const can = useCan()
  const nameOf = useAssessmentName()
  const { environment } = useEnvironments()
  if (!environment || !can('search')) return undefined
  const commandOf = (row: EventRow): Command => ({
    id: row.eventId,
    label: row.externalId,
    scope: 'events',
    icon: Eye,
    detail: [
      row.eventType === 'purchase' ? null : nameOf(row.eventType),
      row.userName ?? row.email ?? row.userId,
      format.dateTime(row.at),
    ]
      .filter(Boolean)
      .join(' · '),
    onSelect: () =>
      void navigate(href(`/search/${row.eventType}/${row.environmentId}/${encodeURIComponent(row.externalId)}`)),
  })
  /** What a correlation id, or an id of an environment below, leads to: how the event came about, or why a call was refused. */
  const recordedCommandOf = (match: RecorderMatch): Command =>
    match.kind === 'event'
      ? {
          id: match.eventId,
          label: match.externalId,
          scope: 'events',
          icon: Eye,
          detail: [
            intl.formatMessage({ id: `Palette.FoundBy.${match.by}` }),
            nameOf(match.eventType),
            format.dateTime(match.at),
          ].join(' · '),
          onSelect: () =>
            void navigate(
              href(
                `/search/${match.eventType}/${match.environmentId}/${encodeURIComponent(match.externalId)}`,
                new URLSearchParams({ tab: 'recorder' }),
              ),
            ),
        }
      : {
          id: match.id,
          label: intl.formatMessage({ id: 'Palette.Refused' }, { status: match.status }),
          scope: 'events',
          icon: ShieldX,
          detail: [match.apiName, format.dateTime(match.at)].join(' · '),
          onSelect: () =>
            void navigate(href('/search', new URLSearchParams({ [refusedParameter]: match.correlationId }))),
        }
  return async ({ query, scope, signal }) => {
    if (scope !== undefined && scope !== 'events') return []
    const lookups = lookupsOf(query)
    const id = eventIdOf(query)
    const answers = await Promise.all(
      lookups.map(({ condition }) =>
        client.search.events(
          {
            environmentId: environment.id,
            eventType: 'purchase',
            filter: { period: 'all', conditions: [condition] },
            limit: rowsPerLookup,
          },
          { signal },
        ),
      ),
    )
    // An id of ours, from a log or an address, or of an event that is no purchase.
    const named =
      id === null || answers.some(({ rows: hits }) => hits.length > 0)
        ? []
        : ((await client.events.find({ environmentId: environment.id, id }, { signal })).rows as EventRow[])
    const rows = new Map(
      [...named, ...(answers as { rows: EventRow[] }[]).flatMap(answer => answer.rows)].map(row => [row.eventId, row]),
    )
    const recorded =
      id === null || rows.size > 0
        ? []
        : ((await client.recorder.find({ environmentId: environment.id, id }, { signal })).matches as RecorderMatch[])
    const found = answers.findIndex(answer => answer.rows.length > 0)
    // All of them, in the column where it was found.
    const best = lookups[found]
    return [
      ...[...rows.values()].map(commandOf),
      ...recorded.map(recordedCommandOf),
      ...(best
        ? [
            {
              id: 'all',
              label: intl.formatMessage({ id: 'Palette.SearchFor' }, { query: query.trim() }),
              scope: 'events',
              icon: Search,
              onSelect: () =>
                void navigate(
                  href('/search', searchParameters({ filter: { period: 'all', conditions: [best.condition] } })),
                ),
            },
          ]
        : []),
    ]
  }
}
