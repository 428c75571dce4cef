import { Badge } from '@assay/design-system'
import type { LossLevel } from '@assay/risk-service/contract'
import { FormattedMessage } from 'react-intl'

/** What a value among the highest is worth. Only one that is high beyond chance and among peers is red. */
export function LevelBadge({ level }: { level: LossLevel }) {
  return level === 'usual' ? null : (
    <Badge tone={level === 'high' ? 'danger' : 'neutral'} size="sm">
      <FormattedMessage id={`LossPrevention.Level.${level}`} />
    </Badge>
  )
}
