import { Icon } from '@assay/design-system'
import type { GraphHub } from '@assay/risk-service/contract'
import { TriangleAlert } from 'lucide-react'
import { FormattedMessage } from 'react-intl'

/** Says that many accounts share a value, with its share of fraud beside that of all events. */
export function HubWarning({ hub }: { hub: GraphHub }) {
  return (
    <p className="flex items-start gap-1.5 text-xs">
      <Icon icon={TriangleAlert} size={12} className="mbs-0.5 shrink-0 text-warning-text" />
      <span>
        <FormattedMessage id="Explorer.Share.Hub" values={{ count: hub.accounts }} />{' '}
        <FormattedMessage id="Explorer.Hub" values={{ share: hub.fraud.share, base: hub.base.share }} />
      </span>
    </p>
  )
}
