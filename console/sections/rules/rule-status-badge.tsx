import { Badge } from '@assay/design-system'
import type { RuleSummary } from '@assay/risk-service/contract'
import { FormattedMessage } from 'react-intl'

const tones = { active: 'success', inactive: 'neutral', draft: 'info' } as const

/** Whether a rule runs. */
export function RuleStatusBadge({ status }: { status: RuleSummary['status'] }) {
  return <Badge tone={tones[status]}><FormattedMessage id={`Rules.Status.${status}`} /></Badge>
}
