import { Button, Callout, Icon, NumberText, SkeletonRows, useFormat } from '@assay/design-system'
import type { EventDetail } from '@assay/risk-service/contract'
import { useQuery } from '@tanstack/react-query'
import { TriangleAlert } from 'lucide-react'
import { useMemo, useState } from 'react'
import { FormattedMessage, useIntl } from 'react-intl'
import { api } from '../../../platform/api/client.ts'
import { QueryError } from '../../../platform/errors/page-error.tsx'
import { VelocityEventsPanel } from '../../../platform/velocities/velocity-events-panel.tsx'
import { parseWindow } from '../../../platform/velocities/velocity-window.ts'
import { ReviewCard } from '../cards/review-card.tsx'
import { entityVelocities, shownWindows } from './entity-velocities.ts'

const cell = 'ps-2 py-0.5 text-end whitespace-nowrap tabular-nums'

interface Chosen {
  velocity: string
  key: string
  window: string
}

/**
 * How often, how many and how much around the event, as it is now; each value leads to its events. What could not be
 * read is no zero.
 */
export function VelocitiesCard({ detail }: { detail: EventDetail }) {
  const intl = useIntl()
  const format = useFormat()
  const environmentId = detail.row.environmentId
  const groups = useMemo(() => entityVelocities(detail), [detail])
  const reads = useMemo(
    () =>
      groups.flatMap(({ key, rows }) =>
        rows.flatMap(({ velocity }) => shownWindows.map(window => ({ velocity, key, window }))),
      ),
    [groups],
  )
  const query = useQuery(
    api.velocities.read.queryOptions({ input: { environmentId, reads }, enabled: reads.length > 0, staleTime: 10_000 }),
  )
  const [chosen, setChosen] = useState<Chosen | null>(null)
  const values = useMemo(
    () =>
      new Map(
        (query.data?.values ?? []).map(({ velocity, key, window, value }) => [
          JSON.stringify([velocity, key, window]),
          value,
        ]),
      ),
    [query.data],
  )
  if (reads.length === 0) return null
  const failed = (query.data?.values ?? []).filter(({ value }) => value === null).length
  const length = (window: string, style: 'narrow' | 'long') => {
    const { count, unit } = parseWindow(window)
    return intl.formatNumber(count, { style: 'unit', unit, unitDisplay: style })
  }
  return (
    <ReviewCard
      name="velocities"
      title={intl.formatMessage({ id: 'Review.Velocities.Title' })}
      meta={<FormattedMessage id="Review.Velocities.Meta" />}
    >
      {query.isError && !query.data ? (
        <div className="px-4 pbe-3">
          <QueryError error={query.error} onRetry={() => void query.refetch()} />
        </div>
      ) : query.data === undefined ? (
        <SkeletonRows rows={6} className="*:px-4" />
      ) : (
        <>
          {failed > 0 ? (
            <Callout
              tone="danger"
              className="mx-4 mbe-2"
              actions={
                <Button size="sm" loading={query.isFetching} onClick={() => void query.refetch()}>
                  <FormattedMessage id="Common.Retry" />
                </Button>
              }
            >
              <FormattedMessage id="Review.Velocities.Failed" values={{ count: failed }} />
            </Callout>
          ) : null}
          <div className="grid grid-cols-[repeat(auto-fit,minmax(min(100%,22rem),1fr))] gap-x-6 gap-y-3 px-4 pbe-4">
            {groups.map(({ entity, key, rows }) => (
              <div key={entity} className="min-w-0 overflow-x-auto">
                <table aria-labelledby={`velocities-${entity}`} className="w-full table-auto border-collapse text-sm">
                  <caption className="py-1 text-start text-xs">
                    <span id={`velocities-${entity}`} className="flex min-w-0 gap-2">
                      <span className="shrink-0 font-medium">
                        <FormattedMessage id={`Events.Entity.${entity}`} />
                      </span>
                      <bdi dir="ltr" className="min-w-0 truncate font-mono text-fg-muted">
                        {key}
                      </bdi>
                    </span>
                  </caption>
                  <thead>
                    <tr className="border-be border-line text-xs text-fg-secondary">
                      <td />
                      {shownWindows.map(window => (
                        <th key={window} scope="col" className={`${cell} font-medium`}>
                          <abbr title={length(window, 'long')} className="no-underline">
                            {length(window, 'narrow')}
                          </abbr>
                        </th>
                      ))}
                    </tr>
                  </thead>
                  <tbody>
                    {rows.map(({ velocity, measure }) => (
                      <tr key={velocity} className="border-be border-line-subtle last:border-be-0">
                        <th scope="row" className="w-full py-0.5 text-start font-normal">
                          <FormattedMessage id={`Review.Velocities.Measure.${measure}`} />
                        </th>
                        {shownWindows.map(window => {
                          const value = values.get(JSON.stringify([velocity, key, window]))
                          const name = () =>
                            intl.formatMessage(
                              { id: 'Review.Velocities.Behind' },
                              {
                                measure: intl.formatMessage({ id: `Review.Velocities.Measure.${measure}` }),
                                entity: intl.formatMessage({ id: `Events.Entity.${entity}` }),
                                window: length(window, 'long'),
                                value: format.number(value ?? 0),
                              },
                            )
                          return (
                            <td key={window} className={cell}>
                              {value === undefined || value === null ? (
                                <span className="inline-flex text-danger-text">
                                  <Icon
                                    icon={TriangleAlert}
                                    size={12}
                                    label={intl.formatMessage({ id: 'Review.Velocities.NotRead' })}
                                  />
                                </span>
                              ) : value === 0 ? (
                                <span className="text-fg-muted">
                                  <NumberText value={0} />
                                </span>
                              ) : (
                                <button
                                  type="button"
                                  className="focus-ring min-h-6 min-w-6 rounded-mark text-end text-link underline"
                                  aria-label={name()}
                                  onClick={() => setChosen({ velocity, key, window })}
                                >
                                  <NumberText value={value} />
                                </button>
                              )}
                            </td>
                          )
                        })}
                      </tr>
                    ))}
                  </tbody>
                </table>
              </div>
            ))}
          </div>
        </>
      )}
      {chosen ? (
        <VelocityEventsPanel
          environmentId={environmentId}
          velocity={chosen.velocity}
          group={chosen.key}
          window={chosen.window}
          onClose={() => setChosen(null)}
        />
      ) : null}
    </ReviewCard>
  )
}
