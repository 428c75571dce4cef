import type { NotificationEvent } from '../../contract/index.ts'
import type { EnvironmentChange } from '../../kernel/environments/environment-events.ts'
import type { LiveHub } from '../../kernel/live/live-hub.ts'
import type { Ports } from '../../ports/index.ts'
import { notify } from './notify.ts'

export interface EnvironmentNotificationsDeps {
  ports: Ports
  live: LiveHub
}

/** What of a change of status is worth telling: that it is there, that it failed, that it is gone. */
function notificationEventOf({ from, to }: EnvironmentChange): NotificationEvent | null {
  if (to === 'Active') return from === 'Creating' ? 'EnvironmentCreated' : null
  if (to === 'CreateFailed' || to === 'Error') return 'EnvironmentFailed'
  return to === 'Deleting' && from !== 'DeleteFailed' ? 'EnvironmentDeleted' : null
}

/**
 * Listens to changes of environments, after their commit: open consoles fetch the tree anew, and those who look after
 * environments are notified. Who is gone has nobody whose roles reach it: its parent's people are told, of a root the
 * Product admins.
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
      // The change itself is done; a notification is no reason to fail it.
      ports.log.write(3, 'notifications.not-stored', { cause: error instanceof Error ? error.name : '' })
    }
  }
}
