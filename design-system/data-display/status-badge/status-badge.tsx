import { CircleDashed, Loader } from 'lucide-react'
import { FormattedMessage } from 'react-intl'
import { cn } from '../../lib/cn.ts'
import { Badge, type BadgeProps, type Tone } from '../../primitives/badge/badge.tsx'
import { Icon } from '../../primitives/icon/icon.tsx'

export const resourceStatuses = ['New', 'Creating', 'Active', 'CreateFailed', 'Error', 'SoftDeleting', 'Deleted', 'Deleting', 'DeleteFailed'] as const
export type ResourceStatus = (typeof resourceStatuses)[number]

interface Display {
  label: 'New' | 'Creating' | 'Active' | 'Deleting' | 'Failed'
  tone: Tone
}

const display: Record<ResourceStatus, Display | null> = {
  New: { label: 'New', tone: 'info' },
  Creating: { label: 'Creating', tone: 'info' },
  Active: { label: 'Active', tone: 'success' },
  SoftDeleting: { label: 'Deleting', tone: 'warning' },
  CreateFailed: { label: 'Failed', tone: 'danger' },
  Error: { label: 'Failed', tone: 'danger' },
  Deleting: null,
  Deleted: null,
  DeleteFailed: null,
}

/** In-progress states carry a still glyph: nothing in a list moves. */
const glyphs: Partial<Record<ResourceStatus, typeof Loader>> = { New: CircleDashed, Creating: Loader, SoftDeleting: Loader }

const isKnown = (status: string): status is ResourceStatus => Object.hasOwn(display, status)

export interface StatusBadgeProps extends Omit<BadgeProps, 'tone' | 'children' | 'asChild'> {
  /** One of the nine states; a word we do not know is shown as it came. */
  status: ResourceStatus | (string & {})
}

/** Status of an environment or resource. States that are over or nearly over show nothing. */
export function StatusBadge({ status, ...props }: StatusBadgeProps) {
  if (!isKnown(status)) return status === '' ? null : <Badge data-status={status} {...props} className={cn('max-w-full', props.className)}><bdi className="truncate">{status}</bdi></Badge>
  const shown = display[status]
  if (!shown) return null
  const glyph = glyphs[status]
  return (
    <Badge tone={shown.tone} data-status={status} {...props}>
      {glyph ? <Icon icon={glyph} size={12} /> : null}
      <FormattedMessage id={`DesignSystem.Status.${shown.label}`} />
    </Badge>
  )
}
