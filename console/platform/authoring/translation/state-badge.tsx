import { Badge, type BadgeProps } from '@assay/design-system'
import type { MoveState } from '@assay/risk-service/contract'
import { FormattedMessage } from 'react-intl'

const tones: Record<MoveState, BadgeProps['tone']> = {
  same: 'success',
  sameWithNote: 'info',
  needsYou: 'warning',
  leftOut: 'neutral',
  failed: 'danger',
}

/** What became of a rule that was translated, or of an object that moves in. */
export function StateBadge({ state }: { state: MoveState }) {
  return (
    <Badge tone={tones[state]}>
      <FormattedMessage id={`Rules.Translate.State.${state}`} />
    </Badge>
  )
}
