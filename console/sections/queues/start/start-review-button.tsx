import { Button, type ButtonProps, Icon, Kbd, Tooltip } from '@assay/design-system'
import type { Queue } from '@assay/risk-service/contract'
import { Play } from 'lucide-react'
import { FormattedMessage, useIntl } from 'react-intl'
import { useOffline } from '../../../platform/offline/connection.ts'
import { usePreferences } from '../../../platform/preferences/index.ts'
import { startObstacleOf } from './start-obstacle.ts'

interface StartReviewButtonProps extends Pick<ButtonProps, 'variant' | 'size' | 'tabIndex' | 'end'> {
  queue: Queue
  /** Number of reviews that the caller has open in all queues. */
  locks: number
  /** A review is being started in this queue. */
  starting: boolean
  /** The key that does the same on this page. */
  shortcut?: string
  onStart: () => void
}

/** Starts the review of the next case of a queue. While it cannot, its tooltip and its description say why. */
export function StartReviewButton({ queue, locks, starting, shortcut, onStart, ...props }: StartReviewButtonProps) {
  const intl = useIntl()
  const offline = useOffline()
  const { shortcutsEnabled } = usePreferences()
  const obstacle = startObstacleOf(queue, locks)
  const reasonId = offline ? 'Offline.Writes' : obstacle === null ? null : `Queues.Start.Obstacle.${obstacle}`
  const reason = reasonId === null ? null : intl.formatMessage({ id: reasonId }, { count: locks })
  const size = props.size === 'sm' ? { size: 12 as const } : {}
  // A button that is only marked as disabled can have the focus, and its reason is read.
  const button = (
    <Button
      {...props}
      start={<Icon icon={Play} {...size} />}
      loading={starting}
      {...(reason === null
        ? shortcut !== undefined && shortcutsEnabled
          ? { 'aria-keyshortcuts': shortcut, end: <Kbd aria-hidden keys={shortcut} /> }
          : {}
        : { 'aria-disabled': true, 'aria-description': reason, variant: 'secondary', className: 'text-fg-disabled' })}
      onClick={() => {
        if (reason === null) onStart()
      }}
    >
      <FormattedMessage id="Queues.Start" />
    </Button>
  )
  return reason === null ? (
    button
  ) : (
    <>
      {/* The one command of a page says it without being asked. */}
      {props.variant === 'primary' ? (
        <span aria-hidden className="hidden max-w-[16rem] text-xs text-fg-secondary lg:inline">
          {reason}
        </span>
      ) : null}
      <Tooltip content={reason} isLabel>
        {button}
      </Tooltip>
    </>
  )
}
