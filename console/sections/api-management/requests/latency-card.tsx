import { Card, CardBody, CardHeader, KeyValue, KeyValueList, useFormat } from '@assay/design-system'
import type { ApiRequests } from '@assay/risk-service/contract'
import { FormattedMessage, useIntl } from 'react-intl'
import { statusText } from '../status-text.ts'

const missingMark = '–'

/** Percentiles of the latency, and the codes that failed calls were answered with, of everything that is filtered. */
export function LatencyCard({ requests }: { requests: ApiRequests }) {
  const intl = useIntl()
  const format = useFormat()
  const { latency, rows } = requests
  const codes = new Map<number, number>()
  for (const { codes: counted } of rows)
    for (const { status, calls } of counted) codes.set(status, (codes.get(status) ?? 0) + calls)
  const milliseconds = (value: number) =>
    intl.formatMessage({ id: 'OutgoingRequests.Figure.Milliseconds' }, { value: format.number(Math.round(value)) })
  return (
    <Card className="min-w-0">
      <CardHeader title={<FormattedMessage id="ApiManagement.LatencyAndCodes" />} />
      <CardBody className="flex flex-col gap-3">
        <KeyValueList>
          {(['p50', 'p95', 'p99'] as const).map(share => (
            <KeyValue key={share} term={<FormattedMessage id={`ApiManagement.Percentile.${share}`} />}>
              {latency === null ? missingMark : milliseconds(latency[share])}
            </KeyValue>
          ))}
        </KeyValueList>
        <p className="text-xs text-fg-muted">
          <FormattedMessage id="ApiManagement.Estimated" />
        </p>
        <KeyValueList>
          {[...codes]
            .sort(([a], [b]) => a - b)
            .map(([status, calls]) => (
              <KeyValue key={status} term={<bdi dir="ltr">{statusText(status)}</bdi>}>
                {format.number(calls)}
              </KeyValue>
            ))}
        </KeyValueList>
      </CardBody>
    </Card>
  )
}
