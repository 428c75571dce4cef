import { Badge } from '@assay/design-system'
import type { SubscriptionState } from '@assay/risk-service/contract'
import { FormattedMessage } from 'react-intl'

const tones = { active: 'success', failing: 'danger', inactive: 'neutral', stopped: 'danger' } as const

/** The state of a subscription. */
export const StateBadge = ({ state }: { state: SubscriptionState }) => (
  <Badge tone={tones[state]}>
    <FormattedMessage id={`EventTracing.State.${state}`} />
  </Badge>
)
