import path from 'node:path'
import { checkAlertRules, checkSeconds } from '../features/alerts/check/check-rules.ts'
import { deliverIncidents } from '../features/alerts/delivery/deliver-incidents.ts'
import type { LiveHub } from '../kernel/live/live-hub.ts'
import { createMessageTexts } from '../kernel/messages/message-texts.ts'
import type { Settings } from '../kernel/settings/settings.ts'
import { startTimedWork } from '../kernel/timed-work.ts'
import type { Ports } from '../ports/index.ts'
import type { Leases } from '../ports/leases.ts'
import type { OpenedEngine } from './open-engine.ts'
import type { Shutdown } from './process/shutdown.ts'

interface AlertParts {
  /** Folder of the checkout. */
  root: string
  ports: Ports
  settings: Pick<Settings, 'publicUrl'>
  outgoing: OpenedEngine['outgoing']
  leases: Leases
  live: LiveHub
}

/** Checks alert rules, apart from the scheduled jobs, whose minute may begin late: an attack has to be noticed within one. */
export function startAlerts({ root, ports, settings, outgoing, leases, live }: AlertParts, shutdown: Shutdown): void {
  const delivery = {
    ports,
    ...outgoing,
    texts: createMessageTexts(path.join(root, 'locales')),
    publicUrl: settings.publicUrl,
  }
  // On its own, so that receivers that do not answer do not delay the check.
  const deliveries = startTimedWork(
    {
      everySeconds: 10,
      run: async () => ({ again: (await deliverIncidents(delivery)).more ? 0 : null }),
    },
    ports.log,
    { leases, name: 'incident-deliveries' },
  )
  const alerts = startTimedWork(
    {
      everySeconds: checkSeconds,
      run: async () => {
        await checkAlertRules({ ports, live })
        deliveries.request()
        return { again: null }
      },
    },
    ports.log,
    { leases, name: 'alert-rules' },
  )
  shutdown.add('alerts', async () => {
    await alerts.stop()
    await deliveries.stop()
  })
}
