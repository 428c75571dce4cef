import { exportJWK, generateKeyPair } from 'jose'
import { linkEntries } from '../features/activity-log/chain/link-entries.ts'
import { runSubjectRequests } from '../features/subject-requests/jobs/run-requests.ts'
import type { ReceiptSigner } from '../features/subject-requests/receipts/receipt.ts'
import type { LiveHub } from '../kernel/live/live-hub.ts'
import { startTimedWork, type TimedWork } from '../kernel/timed-work.ts'
import type { Ports } from '../ports/index.ts'

/**
 * Carries out data subject requests in the page. Receipts are signed with a key that ends with the page; they have the
 * key that verifies them.
 */
export function startSubjectRequests({ ports, live }: { ports: Ports; live: LiveHub }): TimedWork {
  let signer: Promise<ReceiptSigner> | undefined
  return startTimedWork(
    {
      everySeconds: 60,
      run: async () => {
        const key = await (signer ??= createSigner())
        // Entries of the activity log are erased once they are linked.
        while ((await linkEntries(ports, key)).more) continue
        return runSubjectRequests({ ports, live, loadSigner: () => Promise.resolve(key) })
      },
    },
    ports.log,
  )
}

async function createSigner(): Promise<ReceiptSigner> {
  const { privateKey, publicKey } = await generateKeyPair('RS256', { extractable: true })
  return { privateJwk: await exportJWK(privateKey), publicJwk: await exportJWK(publicKey) }
}
