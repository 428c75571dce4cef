import { Card, CardBody, CardHeader, CopyableId, KeyValue, KeyValueList, useFormat } from '@assay/design-system'
import type { TestedSession } from '@assay/risk-service/contract'
import { FormattedMessage, useIntl } from 'react-intl'
import { CopyableCode } from '../../../platform/files/copyable-code.tsx'

/** Score and ids of a session, and everything that is stored of it as JSON. */
export function SessionFacts({ session }: { session: TestedSession }) {
  const intl = useIntl()
  const format = useFormat()
  const { sessionId, at, deviceId, botScore, attributes } = session
  const json = intl.formatMessage({ id: 'Fingerprint.Json' })
  return (
    <div className="flex min-w-0 flex-col gap-4">
      <Card>
        <CardBody className="flex flex-col gap-3 pbs-4">
          <p className="flex flex-wrap items-baseline gap-x-2">
            <span className="text-2xl font-semibold">{format.number(botScore)}</span>
            <span className="text-sm">
              <FormattedMessage id="Rules.Field.botScore" />
            </span>
            <span className="text-xs text-fg-secondary">
              <FormattedMessage id="Fingerprint.BotScale" />
            </span>
          </p>
          <KeyValueList>
            <KeyValue term={<FormattedMessage id="Rules.Field.deviceId" />}>
              <CopyableId value={deviceId} label={intl.formatMessage({ id: 'Rules.Field.deviceId' })} wrap />
            </KeyValue>
            <KeyValue term={<FormattedMessage id="Rules.Field.deviceContextId" />}>
              <CopyableId value={sessionId} label={intl.formatMessage({ id: 'Rules.Field.deviceContextId' })} wrap />
            </KeyValue>
            <KeyValue term={<FormattedMessage id="Fingerprint.CollectedAt" />}>{format.dateTime(at, 'UTC')}</KeyValue>
            {attributes.sessionCount === undefined ? null : (
              <KeyValue term={<FormattedMessage id="Fingerprint.SessionCount" />}>
                {format.number(Number(attributes.sessionCount))}
              </KeyValue>
            )}
          </KeyValueList>
          <p className="text-xs text-fg-secondary">
            <FormattedMessage id="Fingerprint.Probabilistic" />
          </p>
        </CardBody>
      </Card>
      <Card className="min-w-0">
        <CardHeader title={json} />
        <CardBody>
          <CopyableCode label={json} code={JSON.stringify(session, null, 2)} />
        </CardBody>
      </Card>
    </div>
  )
}
