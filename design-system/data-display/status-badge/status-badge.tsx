import { CircleDashed, Loader } from 'lucide-react'
import { FormattedMessage } from 'react-intl'
import { cn } from '../../lib/cn.ts'
import { Badge, type BadgeProps } from '../../primitives/badge/badge.tsx'
import { Icon } from '../../primitives/icon/icon.tsx'
import { isKnownStatus, type ResourceStatus, statusDisplay } from './status-display.ts'

export { type ResourceStatus, resourceStatuses } from './status-display.ts'

/** In-progress states have a static glyph: nothing in a list moves. */
const glyphs: Partial<Record<ResourceStatus, typeof Loader>> = {
  New: CircleDashed,
  Creating: Loader,
  SoftDeleting: Loader,
}

export interface StatusBadgeProps extends Omit<BadgeProps, 'tone' | 'children' | 'asChild'> {
  /** One of the nine states; an unknown status is shown unchanged. */
  status: ResourceStatus | (string & {})
}

/** Status of an environment or resource. Finished and nearly finished states show nothing. */
export function StatusBadge({ status, ...props }: StatusBadgeProps) {
  if (!isKnownStatus(status))
    return status === '' ? null : (
      <Badge data-status={status} {...props} className={cn('max-w-full', props.className)}>
        <bdi className="truncate">{status}</bdi>
      </Badge>
    )
  const shown = statusDisplay[status]
  if (!shown) return null
  const glyph = glyphs[status]
  return (
    <Badge tone={shown.tone} data-status={status} {...props}>
      {glyph ? <Icon icon={glyph} size={12} /> : null}
      <FormattedMessage id={`DesignSystem.Status.${shown.label}`} />
    </Badge>
  )
}
