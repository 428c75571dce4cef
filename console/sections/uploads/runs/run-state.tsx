import { Badge, type BadgeProps, Icon } from '@assay/design-system'
import type { UploadRun } from '@assay/risk-service/contract'
import { CircleX, LoaderCircle } from 'lucide-react'
import { FormattedMessage } from 'react-intl'

const tones: Record<UploadRun['state'], NonNullable<BadgeProps['tone']>> = {
  Waiting: 'neutral',
  Running: 'info',
  Finished: 'success',
  Failed: 'danger',
  Cancelled: 'neutral',
}

/** The state of a run. */
export function RunState({ state }: Pick<UploadRun, 'state'>) {
  return (
    <Badge tone={tones[state]}>
      {state === 'Running' ? <Icon icon={LoaderCircle} size={12} /> : null}
      {state === 'Failed' ? <Icon icon={CircleX} size={12} /> : null}
      <FormattedMessage id={`Upload.Run.State.${state}`} />
    </Badge>
  )
}

export const isUnderWay = ({ state }: Pick<UploadRun, 'state'>): boolean => state === 'Waiting' || state === 'Running'
