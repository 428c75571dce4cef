import { Callout } from '@assay/design-system'
import { FormattedMessage } from 'react-intl'
import { useOffline } from '../../../platform/offline/connection.ts'

/** Why settings cannot be changed now: the caller may only read them, or there is no connection. */
export function LockedNotices({ mayChange }: { mayChange: boolean }) {
  const offline = useOffline()
  return (
    <>
      {mayChange ? null : (
        <Callout tone="info">
          <FormattedMessage id="Environments.ReadOnly" />
        </Callout>
      )}
      {offline ? (
        <Callout tone="warning" live>
          <FormattedMessage id="Offline.Writes" />
        </Callout>
      ) : null}
    </>
  )
}
