import { Callout } from '@assay/design-system'
import type { DeliveryTest } from '@assay/risk-service/contract'
import { FormattedMessage } from 'react-intl'
import { useTracingTexts } from './use-tracing-texts.ts'

/** Days before the end of a certificate from which on it is named. */
const certificateDays = 30

/** What came of a test event: the status of the answer and its time, or why it was not accepted; and a certificate that ends soon. */
export function TestResult({ result }: { result: DeliveryTest }) {
  const texts = useTracingTexts()
  const { failure, status, milliseconds, certificateUntil } = result
  const days =
    certificateUntil === null ? null : Math.floor((new Date(certificateUntil).getTime() - Date.now()) / 86_400_000)
  return (
    <div role="status" className="flex flex-col gap-2">
      {failure === null ? (
        <Callout
          tone="success"
          title={
            <FormattedMessage
              id="EventTracing.Test.Accepted"
              values={{ status: String(status), duration: texts.duration(milliseconds) }}
            />
          }
        />
      ) : (
        <Callout tone="danger" title={texts.failure(failure)} />
      )}
      {days === null || days > certificateDays ? null : (
        <Callout
          tone="warning"
          title={<FormattedMessage id="EventTracing.Test.Certificate" values={{ count: Math.max(0, days) }} />}
        />
      )}
    </div>
  )
}
