import { Callout } from '@assay/design-system'
import { FormattedMessage } from 'react-intl'
import { useConnection } from './connection.ts'

/** Under the top bar: no connection, or a wrong clock. The notice disappears when the cause is resolved. */
export function ConnectionNotices() {
  const { offline, clockMinutes } = useConnection()
  return (
    <>
      {offline ? (
        <Callout variant="banner" tone="warning" live>
          <FormattedMessage id="Offline.Notice" /> <FormattedMessage id="Offline.Writes" />
        </Callout>
      ) : null}
      {clockMinutes !== 0 ? (
        <Callout variant="banner" tone="warning" live>
          <FormattedMessage
            id={clockMinutes > 0 ? 'Offline.ClockAhead' : 'Offline.ClockBehind'}
            values={{ minutes: Math.abs(clockMinutes) }}
          />
        </Callout>
      ) : null}
    </>
  )
}
