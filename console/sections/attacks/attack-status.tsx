import { Badge } from '@assay/design-system'
import type { Attack } from '@assay/risk-service/contract'
import { FormattedMessage } from 'react-intl'

/** Whether an attack goes on, and whether it is contained, in words. */
export function AttackStatus({ attack: { endedAt, contained } }: { attack: Pick<Attack, 'endedAt' | 'contained'> }) {
  return (
    <span className="inline-flex flex-wrap gap-1">
      <Badge tone={endedAt === null ? 'danger' : 'neutral'}>
        <FormattedMessage id={endedAt === null ? 'Attacks.Status.running' : 'Attacks.Status.ended'} />
      </Badge>
      {contained ? (
        <Badge tone="success">
          <FormattedMessage id="Attacks.Status.contained" />
        </Badge>
      ) : null}
    </span>
  )
}
