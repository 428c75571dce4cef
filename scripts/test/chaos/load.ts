import { demoClient, demoEnvironmentIds, harborId } from '../../../risk-service/kernel/identity/demo-tenants.ts'
import { createSamplePurchase } from '../../../risk-service/sample-data/sample-purchase.ts'
import { RiskClient } from '../../../risk-service/tools/import/risk-client.ts'

export interface Load {
  /** Ids of the purchases that were answered. */
  acknowledged: Set<string>
  /** Longest time from the first attempt of a purchase to its answer, in milliseconds, since the last call. */
  takeLongest: () => number
  /** Sends purchases until it is stopped; each is repeated until it is answered. */
  run: (stop: AbortSignal) => Promise<void>
}

/** Sends purchases of few addresses to a service, so that their velocities grow. */
export function createLoad(url: string): Load {
  const acknowledged = new Set<string>()
  const { clientId, secret } = demoClient
  let longest = 0
  return {
    acknowledged,
    takeLongest() {
      const taken = longest
      longest = 0
      return taken
    },
    async run(stop) {
      const client = new RiskClient({
        url,
        tenant: harborId,
        clientId,
        secret,
        environment: demoEnvironmentIds.harborEu,
        timeoutMs: 5_000,
      })
      while (!stop.aborted) {
        const body = createSamplePurchase(Math.random() < 0.1 ? 'suspicious' : 'ordinary', new Date())
        if (Math.random() < 0.5)
          body.deviceContext = {
            ...(body.deviceContext as object),
            ipAddress: `203.0.113.${Math.floor(Math.random() * 40)}`,
          }
        const started = performance.now()
        if (!(await client.send('/v1.0/merchantservices/events/purchase', body)).ok) continue
        longest = Math.max(longest, performance.now() - started)
        acknowledged.add(String(body.purchaseId))
      }
    },
  }
}
