import { Badge } from '@assay/design-system'
import { FormattedMessage } from 'react-intl'

export type PublishStatus = 'active' | 'inactive' | 'draft'

const tones = { active: 'success', inactive: 'neutral', draft: 'info' } as const

/** Whether a rule runs, or a set of velocities counts. */
export function PublishStatusBadge({ status }: { status: PublishStatus }) {
  return (
    <Badge tone={tones[status]}>
      <FormattedMessage id={`Authoring.Status.${status}`} />
    </Badge>
  )
}
