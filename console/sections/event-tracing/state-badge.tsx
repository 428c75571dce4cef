import { Badge } from '@assay/design-system'
import type { EventSubscription } from '@assay/risk-service/contract'
import { FormattedMessage } from 'react-intl'
import { useTracingTexts } from './use-tracing-texts.ts'

const tones = { active: 'success', failing: 'danger', inactive: 'neutral', stopped: 'danger' } as const

/** The state of a subscription: while stored events are copied, how much of them. */
export function StateBadge({ state, history }: Pick<EventSubscription, 'state' | 'history'>) {
  const texts = useTracingTexts()
  return state === 'active' && history !== null ? (
    <Badge tone="info">{texts.copying(history)}</Badge>
  ) : (
    <Badge tone={tones[state]}>
      <FormattedMessage id={`EventTracing.State.${state}`} />
    </Badge>
  )
}
