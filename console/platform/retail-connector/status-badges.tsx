import { Badge, Icon } from '@assay/design-system'
import type { RetailStatus, RetailSyncStatus } from '@assay/risk-service/contract'
import { CircleCheck, CircleX, LoaderCircle, Unplug } from 'lucide-react'
import { FormattedMessage } from 'react-intl'

const ofConnection = {
  Connected: { tone: 'success', icon: CircleCheck },
  Disconnected: { tone: 'neutral', icon: Unplug },
  Error: { tone: 'danger', icon: CircleX },
} as const

export function ConnectionStatus({ status }: { status: RetailStatus }) {
  const { tone, icon } = ofConnection[status]
  return (
    <Badge tone={tone}>
      <Icon icon={icon} size={12} />
      <FormattedMessage id={`Retail.Status.${status}`} />
    </Badge>
  )
}

const ofSync = {
  Running: { tone: 'info', icon: LoaderCircle },
  Success: { tone: 'success', icon: CircleCheck },
  Failed: { tone: 'danger', icon: CircleX },
} as const

export function SyncStatus({ status }: { status: RetailSyncStatus }) {
  const { tone, icon } = ofSync[status]
  return (
    <Badge tone={tone}>
      <Icon icon={icon} size={12} />
      <FormattedMessage id={`Retail.SyncStatus.${status}`} />
    </Badge>
  )
}
