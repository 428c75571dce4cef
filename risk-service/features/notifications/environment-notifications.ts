import type { NotificationEvent } from '../../contract/index.ts'
import type { EnvironmentChange } from '../../kernel/environments/environment-events.ts'
import type { LiveHub } from '../../kernel/live/live-hub.ts'
import type { Ports } from '../../ports/index.ts'
import { notify } from './notify.ts'

export interface EnvironmentNotificationsDeps {
  ports: Ports
  live: LiveHub
}

/** Returns the notification for a change of status: the environment is ready, failed, or was deleted. */
function notificationEventOf({ from, to }: EnvironmentChange): NotificationEvent | null {
  if (to === 'Active') return from === 'Creating' ? 'EnvironmentCreated' : null
  if (to === 'CreateFailed' || to === 'Error') return 'EnvironmentFailed'
  return to === 'Deleting' && from !== 'DeleteFailed' ? 'EnvironmentDeleted' : null
}

/**
 * Subscribes to changes of environments, after their commit: open consoles refetch the tree, and the users responsible
 * for environments are notified. No roles cover a deleted environment any more: the users of its parent are notified,
 * for a root the Product admins.
 */
export function notifyEnvironmentChanges({
  ports,
  live,
}: EnvironmentNotificationsDeps): (change: EnvironmentChange) => Promise<void> {
  return async change => {
    const { tenantId, environmentId, parentId, friendlyName } = change
    live.publish({
      event: { kind: 'environments' },
      supersedes: `environments ${tenantId}`,
      changesRights: true,
      audience: { tenantId, environmentId: null, capability: null },
    })
    const event = notificationEventOf(change)
    if (event === null) return
    try {
      const announce = await notify(
        ports.db,
        { ports, live },
        {
          tenantId,
          event,
          params: { name: friendlyName },
          environmentId: event === 'EnvironmentDeleted' ? parentId : environmentId,
        },
      )
      announce()
    } catch (error) {
      // The change itself is committed; a failed notification must not fail it.
      ports.log.write(3, 'notifications.not-stored', { cause: error instanceof Error ? error.name : '' })
    }
  }
}
