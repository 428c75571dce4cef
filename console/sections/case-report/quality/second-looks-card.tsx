import { Card, CardBody, CardHeader, KeyValue, KeyValueList, SkeletonRows, useFormat } from '@assay/design-system'
import type { ReportQuality } from '@assay/risk-service/contract'
import { FormattedMessage } from 'react-intl'
import { QueryError } from '../../../platform/errors/page-error.tsx'
import type { ReportAnswer } from '../use-report.ts'

/** How often a second look came to another result, and how right the default actions of time-outs were. */
export function SecondLooksCard({ query }: { query: ReportAnswer<ReportQuality> }) {
  const format = useFormat()
  const { data } = query
  const share = (value: number | null) => (value === null ? null : format.percent(value))
  const facts =
    data === undefined
      ? []
      : ([
          ['Pairs', format.number(data.secondLooks.pairs)],
          ['Disagreement', share(data.secondLooks.disagreementRate)],
          ['Kappa', data.secondLooks.kappa === null ? null : format.number(data.secondLooks.kappa, 2)],
          ['Looked', format.number(data.overturn.looked)],
          ['Overturn', share(data.overturn.rate)],
          ['ApproveAccuracy', share(data.people.approveAccuracy)],
          ['FalseRejects', share(data.people.falseRejectRate)],
          ['TimeoutAccuracy', share(data.timeouts.accuracy)],
        ] as const)
  return (
    <Card className="md:col-span-2">
      <CardHeader
        title={<FormattedMessage id="CaseReport.SecondLooks" />}
        meta={<FormattedMessage id="CaseReport.SecondLooks.Meta" />}
      />
      {query.isError && !data ? (
        <QueryError error={query.error} onRetry={() => void query.refetch()} />
      ) : (
        <CardBody aria-busy={!data}>
          {data ? (
            <KeyValueList columns={3} termWidth="lg">
              {facts.map(([id, value]) => (
                <KeyValue key={id} term={<FormattedMessage id={`CaseReport.SecondLooks.${id}`} />}>
                  {value === null ? null : <bdi className="tabular-nums">{value}</bdi>}
                </KeyValue>
              ))}
            </KeyValueList>
          ) : (
            <SkeletonRows rows={3} />
          )}
        </CardBody>
      )}
    </Card>
  )
}
