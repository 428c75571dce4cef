import { Card, CardHeader, KeyValue, KeyValueList, useFormat } from '@assay/design-system'
import type { AttackDetail } from '@assay/risk-service/contract'
import { FormattedMessage, useIntl } from 'react-intl'

/** What the attempts of an attack have in common, in words. */
export function FingerprintCard({ attack }: { attack: AttackDetail }) {
  const intl = useIntl()
  const format = useFormat()
  const { fingerprint, kind, startedAt, lastAt, foundAt } = attack
  const { devices, addresses, networks, agents, failures, rhythm } = fingerprint
  const time = (at: string) => <bdi key={at}>{format.dateTime(at, 'UTC')}</bdi>
  const identified = agents.reduce((sum, { count }) => sum + count, 0)
  const failed = failures.reduce((sum, { count }) => sum + count, 0)
  return (
    <Card>
      <CardHeader title={intl.formatMessage({ id: 'Attacks.Fingerprint' })} />
      <div className="flex flex-col gap-3 px-4 pbe-4 text-sm">
        <p>
          <FormattedMessage id={`Attacks.Kind.${kind}.Text`} />
        </p>
        <KeyValueList>
          <KeyValue term={<FormattedMessage id="Attacks.Fingerprint.Time" />}>
            <span className="whitespace-normal">
              <FormattedMessage
                id="Attacks.Fingerprint.Time.Value"
                values={{ from: time(startedAt), to: time(lastAt), found: time(foundAt) }}
              />
            </span>
          </KeyValue>
          <KeyValue term={<FormattedMessage id="Attacks.Fingerprint.Network" />}>
            <span className="whitespace-normal">
              <FormattedMessage id="Attacks.Fingerprint.Network.Value" values={{ devices, addresses, networks }} />
            </span>
          </KeyValue>
          <KeyValue term={<FormattedMessage id="Attacks.Fingerprint.Agent" />}>
            {identified === 0 ? (
              <span className="whitespace-normal">
                <FormattedMessage id="Attacks.Fingerprint.Agent.None" />
              </span>
            ) : (
              <ul>
                {agents.map(({ family, count }) => (
                  <li key={family}>
                    <bdi>{family}</bdi> {format.percent(count / identified)}
                  </li>
                ))}
              </ul>
            )}
          </KeyValue>
          <KeyValue term={<FormattedMessage id="Attacks.Fingerprint.Rhythm" />}>
            <span className="whitespace-normal">
              {rhythm.gapMs === null ? (
                <FormattedMessage id="Attacks.Fingerprint.Rhythm.Few" />
              ) : (
                <FormattedMessage
                  id={rhythm.even ? 'Attacks.Fingerprint.Rhythm.Even' : 'Attacks.Fingerprint.Rhythm.Uneven'}
                  values={{ gap: <bdi key="gap">{format.duration(Math.max(1000, rhythm.gapMs))}</bdi> }}
                />
              )}
            </span>
          </KeyValue>
          <KeyValue term={<FormattedMessage id="Attacks.Fingerprint.Failures" />}>
            <ul className="whitespace-normal">
              {failures.map(({ outcome, detail, count }) => (
                <li key={`${outcome} ${detail}`}>
                  <FormattedMessage id={`Attacks.Outcome.${outcome}`} />{' '}
                  {detail === null ? null : <bdi className="font-mono">{detail}</bdi>}{' '}
                  {format.percent(count / Math.max(1, failed))}
                </li>
              ))}
            </ul>
          </KeyValue>
        </KeyValueList>
      </div>
    </Card>
  )
}
