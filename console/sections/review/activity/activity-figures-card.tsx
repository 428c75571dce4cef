import { Callout, Card, CardHeader, Money, NumberText, SkeletonRows } from '@assay/design-system'
import {
  type ActivityFigures,
  type ActivityMeasure,
  activityWindows,
  type EventRow,
} from '@assay/risk-service/contract'
import { useQuery } from '@tanstack/react-query'
import { FormattedMessage, useIntl } from 'react-intl'
import { Link } from 'react-router-dom'
import { api } from '../../../platform/api/client.ts'
import { caseInputOf } from '../../../platform/cases/case-links.ts'
import { useHref } from '../../../platform/environments/environments.tsx'
import { QueryError } from '../../../platform/errors/page-error.tsx'
import { figureSearch } from './figure-search.ts'

const cell = 'ps-4 py-1 text-end whitespace-nowrap tabular-nums'
const sums: readonly ActivityMeasure[] = ['sum', 'successfulSum', 'failedSum', 'rejectedSum', 'instrumentSum']

/** Numbers and sums of the earlier transactions of the user, at the time of the event and now; each opens its events. */
export function ActivityFiguresCard({ row }: { row: EventRow }) {
  const intl = useIntl()
  const query = useQuery(api.events.activityFigures.queryOptions({ input: caseInputOf(row), staleTime: 30_000 }))
  if (query.isError && !query.data) return <QueryError error={query.error} onRetry={() => void query.refetch()} />
  if (query.data?.userId === null) return null
  const figures = query.data
  return (
    <Card className="overflow-x-auto">
      <CardHeader
        title={<FormattedMessage id="Review.Figures.Title" />}
        meta={<FormattedMessage id="Review.Figures.Meta" />}
      />
      {figures === undefined ? (
        <SkeletonRows rows={8} className="*:px-4" />
      ) : (
        <div className="flex flex-col gap-2 px-4 pbe-4">
          {figures.complete ? null : (
            <Callout tone="info">
              <p>
                <FormattedMessage id="Review.Figures.Incomplete" />
              </p>
            </Callout>
          )}
          <table className="w-full text-sm" aria-label={intl.formatMessage({ id: 'Review.Figures.Title' })}>
            <thead>
              <tr className="border-be border-line text-xs text-fg-secondary">
                <td />
                {activityWindows.map(window => (
                  <th key={window} scope="col" className={`${cell} font-medium`}>
                    <FormattedMessage id={`Review.Figures.Window.${window}`} />
                  </th>
                ))}
              </tr>
            </thead>
            <tbody>
              {figures.rows.map(({ measure, before, now }) => (
                <tr key={measure} className="border-be border-line-subtle last:border-be-0">
                  <th scope="row" className="py-1 text-start font-normal">
                    <FormattedMessage id={`Review.Figures.Measure.${measure}`} />
                  </th>
                  {activityWindows.map(window => (
                    <td key={window} className={cell}>
                      <Figure
                        row={row}
                        figures={figures}
                        measure={measure}
                        window={window}
                        before={before[window]}
                        now={now[window]}
                      />
                    </td>
                  ))}
                </tr>
              ))}
            </tbody>
          </table>
        </div>
      )}
    </Card>
  )
}

interface FigureProps {
  row: EventRow
  figures: ActivityFigures
  measure: ActivityMeasure
  window: (typeof activityWindows)[number]
  before: number
  now: number
}

function Figure({ row, figures, measure, window, before, now }: FigureProps) {
  const href = useHref()
  const search = now === 0 ? null : figureSearch(row, figures, measure, window)
  const text = (value: number) =>
    sums.includes(measure) ? <Money amount={value / 100} currency="USD" /> : <NumberText value={value} />
  const values =
    before === now ? (
      text(now)
    ) : (
      <FormattedMessage id="Review.Figures.Changed" values={{ before: text(before), now: text(now) }} />
    )
  if (search === null) return <span className={now === 0 && before === 0 ? 'text-fg-muted' : ''}>{values}</span>
  return (
    <Link
      to={href('/search', search)}
      target="_blank"
      className="focus-ring inline-flex min-h-6 min-w-6 items-center justify-end rounded-mark text-link underline"
    >
      {values}
    </Link>
  )
}
