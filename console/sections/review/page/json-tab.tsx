import { Card, CardHeader } from '@assay/design-system'
import { JsonViewer } from '@assay/design-system/editor'
import type { EventDetail } from '@assay/risk-service/contract'
import { FormattedMessage, useIntl } from 'react-intl'

/** The event as it was stored: request, answer, enrichment. */
export function JsonTab({ detail }: { detail: EventDetail }) {
  const intl = useIntl()
  const parts = [
    ['request', detail.request],
    ['answer', detail.answer],
    ['enrichment', detail.enrichment],
  ] as const
  return (
    <div className="grid gap-3 lg:grid-cols-2">
      {parts.map(([name, value]) => (
        <Card key={name} className={name === 'request' ? 'row-span-2' : ''}>
          <CardHeader title={<FormattedMessage id={`Review.Json.${name}`} />} />
          <JsonViewer value={value} label={intl.formatMessage({ id: `Review.Json.${name}` })} />
        </Card>
      ))}
    </div>
  )
}
