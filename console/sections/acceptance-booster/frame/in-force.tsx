import { DateTime, KeyValue, KeyValueList } from '@assay/design-system'
import type { BoosterSettings } from '@assay/risk-service/contract'
import { FormattedMessage } from 'react-intl'
import { useBoosterTexts } from '../use-booster-texts.ts'

interface InForceProps {
  environmentId: string
  settings: BoosterSettings
}

/** What is in force in an environment, since when, by whom, and where it was saved. */
export function InForce({ environmentId, settings: { level, holdOut, changed } }: InForceProps) {
  const texts = useBoosterTexts()
  return (
    <KeyValueList termWidth="lg">
      <KeyValue term={<FormattedMessage id="Booster.State" />}>
        {level === 'off' ? (
          <FormattedMessage id="Booster.Off" />
        ) : (
          <FormattedMessage id="Booster.State.On" values={{ level: texts.level({ level, holdOut: 0 }) }} />
        )}
      </KeyValue>
      {changed === null ? null : (
        <>
          <KeyValue term={<FormattedMessage id="Booster.State.Since" />}>
            <DateTime value={changed.at} />
          </KeyValue>
          <KeyValue term={<FormattedMessage id="Booster.State.By" />}>{changed.by}</KeyValue>
        </>
      )}
      <KeyValue term={<FormattedMessage id="Booster.Origin" />}>
        {changed === null ? (
          <FormattedMessage id="Booster.Origin.None" />
        ) : changed.origin.environmentId === environmentId ? (
          <FormattedMessage id="Booster.Origin.Own" />
        ) : (
          changed.origin.name
        )}
      </KeyValue>
      {level === 'off' ? null : (
        <>
          <KeyValue term={<FormattedMessage id="Booster.HoldOut" />}>
            <FormattedMessage id="Booster.Share" values={{ share: holdOut }} />
          </KeyValue>
          <KeyValue term={<FormattedMessage id="Booster.Terms" />}>{changed?.terms}</KeyValue>
        </>
      )}
    </KeyValueList>
  )
}

/** The settings of an environment that one above it has overwritten. */
export function OverwrittenNote({ environmentId, settings: { changed } }: InForceProps) {
  if (changed === null || changed.origin.environmentId === environmentId) return null
  return (
    <FormattedMessage
      id="Booster.Overwritten"
      values={{
        parent: <bdi key="parent">{changed.origin.name}</bdi>,
        date: <DateTime key="date" value={changed.at} shape="date" />,
      }}
    />
  )
}
