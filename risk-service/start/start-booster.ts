import { deliverMessages } from '../features/booster/delivery/deliver-messages.ts'
import { takePurchases } from '../features/booster/delivery/take-purchases.ts'
import { createBoosterDelivery } from '../http/node/booster/booster-delivery.ts'
import type { Settings } from '../kernel/settings/settings.ts'
import { startTimedWork } from '../kernel/timed-work.ts'
import type { OutgoingHttp, Ports } from '../ports/index.ts'
import type { OpenedEngine } from './open-engine.ts'
import type { Shutdown } from './shutdown.ts'

interface BoosterParts {
  ports: Ports
  settings: Pick<Settings, 'boosterParticipants'>
  engine: Pick<OpenedEngine['engine'], 'geo'>
  http: Pick<OutgoingHttp, 'send'>
}

/** Sends what is shared about purchases to the participants of the installation; nothing runs where there are none. */
export function startBooster({ ports, settings, engine, http }: BoosterParts, shutdown: Shutdown): void {
  if (settings.boosterParticipants.length === 0) return
  const delivery = createBoosterDelivery(settings.boosterParticipants, http)
  const reached = new Map<string, Date>()
  const work = startTimedWork(
    {
      everySeconds: 1,
      run: async () => {
        await takePurchases({ ports, delivery }, reached)
        const { more } = await deliverMessages({ ports, delivery, placeOf: ip => engine.geo.find(ip) })
        return { again: more ? 0 : null }
      },
    },
    ports.log,
  )
  shutdown.add('acceptance booster', () => work.stop())
}
