import { Callout, useFormat } from '@assay/design-system'
import type { EventDetail } from '@assay/risk-service/contract'
import { FormattedMessage } from 'react-intl'

interface UserRestrictedProps {
  restriction: NonNullable<EventDetail['userRestriction']>
}

/** Warns that the user carries a fraud label that is in effect. */
export function UserRestricted({ restriction: { source, reasonCodes, at, until } }: UserRestrictedProps) {
  const format = useFormat()
  return (
    <Callout tone="danger" title={<FormattedMessage id="Review.Restricted.Badge" />}>
      <p>
        <FormattedMessage
          id={until === null ? 'Review.Restricted.Text' : 'Review.Restricted.Until'}
          values={{
            time: format.date(at),
            source: <bdi key="source">{[source, reasonCodes].filter(Boolean).join(', ')}</bdi>,
            until: until === null ? '' : format.date(until),
          }}
        />
      </p>
    </Callout>
  )
}
