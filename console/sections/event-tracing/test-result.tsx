import { Callout, KeyValue, KeyValueList } from '@assay/design-system'
import { type DeliveryTest, type EventSink, isFileSink, type SinkFact } from '@assay/risk-service/contract'
import { FormattedMessage } from 'react-intl'
import { useTracingTexts } from './use-tracing-texts.ts'

/** Days before the end of a certificate from which on it is named. */
const certificateDays = 30

const factNames: Readonly<Record<SinkFact, string>> = {
  directory: 'EventTracing.Directory',
  bucket: 'EventTracing.Bucket',
  namespace: 'EventTracing.Fact.namespace',
  hub: 'EventTracing.Fact.hub',
  account: 'EventTracing.Fact.account',
  container: 'Lists.Source.Container',
}

interface TestResultProps {
  result: DeliveryTest
  sink: EventSink
}

/**
 * What came of a test: the status of the answer and its time, or why it was not accepted; what was read of the target,
 * and a certificate that ends soon.
 */
export function TestResult({ result, sink }: TestResultProps) {
  const texts = useTracingTexts()
  const { failure, status, milliseconds, certificateUntil, facts, freeBytes } = result
  const passed = isFileSink(sink)
    ? 'EventTracing.Test.Written'
    : sink === 'eventHubs'
      ? 'EventTracing.Test.Connected'
      : 'EventTracing.Test.Accepted'
  const days =
    certificateUntil === null ? null : Math.floor((new Date(certificateUntil).getTime() - Date.now()) / 86_400_000)
  return (
    <div role="status" className="flex flex-col gap-2">
      {failure === null ? (
        <Callout
          tone="success"
          title={
            <FormattedMessage id={passed} values={{ status: String(status), duration: texts.duration(milliseconds) }} />
          }
        />
      ) : (
        <Callout tone="danger" title={texts.failure(failure)} />
      )}
      {facts.length === 0 ? null : (
        <KeyValueList termWidth="lg">
          {facts.map(({ fact, value }) => (
            <KeyValue key={fact} term={<FormattedMessage id={factNames[fact]} />}>
              <span className="wrap-anywhere whitespace-normal">{value}</span>
            </KeyValue>
          ))}
          {freeBytes === null ? null : (
            <KeyValue term={<FormattedMessage id="EventTracing.Test.Free" />}>{texts.gigabytes(freeBytes)}</KeyValue>
          )}
        </KeyValueList>
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
