import { deliverMessages } from '../features/booster/delivery/deliver-messages.ts'
import { type ReadPurchases, takePurchases } from '../features/booster/delivery/take-purchases.ts'
import { createBoosterDelivery } from '../http/node/booster/booster-delivery.ts'
import type { Settings } from '../kernel/settings/settings.ts'
import { startTimedWork } from '../kernel/timed-work.ts'
import type { OutgoingHttp, Ports } from '../ports/index.ts'
import type { Leases } from '../ports/leases.ts'
import type { OpenedEngine } from './open-engine.ts'
import type { Shutdown } from './process/shutdown.ts'

interface BoosterParts {
  ports: Ports
  settings: Pick<Settings, 'boosterParticipants'>
  engine: Pick<OpenedEngine['engine'], 'geo'>
  http: Pick<OutgoingHttp, 'send'>
  leases: Leases
}

/**
 * Sends what is shared about purchases to the participants of the installation; nothing runs where there are none. Each
 * is sent to on its own, so that one that does not answer makes no message to others late.
 */
export function startBooster({ ports, settings, engine, http, leases }: BoosterParts, shutdown: Shutdown): void {
  if (settings.boosterParticipants.length === 0) return
  const delivery = createBoosterDelivery(settings.boosterParticipants, http)
  const reached = new Map<string, ReadPurchases>()
  const services = { ports, delivery, placeOf: (ip: string) => engine.geo.find(ip) }
  const deliveries = [...delivery.participants.map(({ name }) => name), null].map(participant =>
    startTimedWork(
      {
        everySeconds: 1,
        run: async () => ({ again: (await deliverMessages(services, participant)).more ? 0 : null }),
      },
      ports.log,
      { leases, name: `booster-delivery ${participant ?? ''}` },
    ),
  )
  const purchases = startTimedWork(
    {
      everySeconds: 1,
      run: async () => {
        if ((await takePurchases(services, reached)) > 0) for (const each of deliveries) each.request()
        return { again: null }
      },
    },
    ports.log,
    { leases, name: 'booster-purchases' },
  )
  shutdown.add('acceptance booster', async () => {
    await Promise.all([purchases, ...deliveries].map(each => each.stop()))
  })
}
