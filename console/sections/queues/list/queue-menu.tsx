import { DropdownMenuItem, DropdownMenuSeparator, Icon } from '@assay/design-system'
import type { Queue } from '@assay/risk-service/contract'
import { CirclePause, CirclePlay, Settings2, Trash2, UserCheck, UserPlus, UserX } from 'lucide-react'
import { FormattedMessage } from 'react-intl'
import { RowMenu } from '../../../platform/menus/row-menu.tsx'
import { useOffline } from '../../../platform/offline/connection.ts'

interface QueueActions {
  onSettings: () => void
  onAssign: () => void
  onDrain: () => void
  onPause: () => void
  onDelete: () => void
}

interface QueueMenuProps extends QueueActions {
  queue: Queue
  /** The caller may replace the assigned users. */
  assign: boolean
  tabIndex?: number
}

/** What can be done with one queue. General can only be looked at. */
export function QueueMenu({
  queue,
  assign,
  tabIndex,
  onSettings,
  onAssign,
  onDrain,
  onPause,
  onDelete,
}: QueueMenuProps) {
  const offline = useOffline()
  const system = queue.kind === 'System'
  return (
    <RowMenu name={queue.name} tabIndex={tabIndex}>
      <DropdownMenuItem start={<Icon icon={Settings2} />} onSelect={onSettings}>
        <FormattedMessage id="Queues.Settings" />
      </DropdownMenuItem>
      {assign && !system ? (
        <DropdownMenuItem start={<Icon icon={UserPlus} />} disabled={offline} onSelect={onAssign}>
          <FormattedMessage id="Queues.Assign" />
        </DropdownMenuItem>
      ) : null}
      {queue.rights.define && !system ? (
        <>
          {queue.assignment === 'Pull' ? null : (
            <DropdownMenuItem
              start={<Icon icon={queue.assignmentPaused ? UserCheck : UserX} />}
              disabled={offline}
              onSelect={onPause}
            >
              <FormattedMessage
                id={queue.assignmentPaused ? 'Queues.AssignmentPaused.Stop' : 'Queues.AssignmentPaused'}
              />
            </DropdownMenuItem>
          )}
          <DropdownMenuItem
            start={<Icon icon={queue.draining ? CirclePlay : CirclePause} />}
            disabled={offline}
            onSelect={onDrain}
          >
            <FormattedMessage id={queue.draining ? 'Queues.Drain.Stop' : 'Queues.Drain'} />
          </DropdownMenuItem>
          <DropdownMenuSeparator />
          <DropdownMenuItem start={<Icon icon={Trash2} />} disabled={offline} tone="danger" onSelect={onDelete}>
            <FormattedMessage id="Common.Delete" />
          </DropdownMenuItem>
        </>
      ) : null}
    </RowMenu>
  )
}
