import { Badge, Icon } from '@assay/design-system'
import { Ban, Eye, type LucideIcon, ShieldCheck } from 'lucide-react'
import type { ComponentProps } from 'react'
import { FormattedMessage } from 'react-intl'

const appearances: Partial<Record<string, { tone: ComponentProps<typeof Badge>['tone']; icon: LucideIcon }>> = {
  Safe: { tone: 'success', icon: ShieldCheck },
  Block: { tone: 'danger', icon: Ban },
  Watch: { tone: 'warning', icon: Eye },
}

/** Status of a value on a support list. */
export function SupportStatusBadge({ status }: { status: string }) {
  const look = appearances[status]
  if (!look) return <Badge>{status}</Badge>
  return (
    <Badge tone={look.tone}>
      <Icon icon={look.icon} size={12} />
      <FormattedMessage id={`SupportStatus.${status}`} />
    </Badge>
  )
}
