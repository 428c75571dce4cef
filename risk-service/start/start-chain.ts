import { linkEntries } from '../features/activity-log/chain/link-entries.ts'
import { loadKeys, type SigningKeys } from '../kernel/identity/signing-keys.ts'
import { startTimedWork } from '../kernel/timed-work.ts'
import type { Ports } from '../ports/index.ts'
import type { Leases } from '../ports/leases.ts'
import type { SecretKey } from '../ports/secret-key.ts'
import type { Shutdown } from './process/shutdown.ts'

interface ChainParts {
  ports: Ports
  secretKey: SecretKey
  leases: Leases
}

/**
 * Links what was written to the activity log, within a second and apart from the changes themselves, which do not wait
 * for each other. The signed heads are those of the key that the installation signs tokens with.
 */
export function startChain({ ports, secretKey, leases }: ChainParts, shutdown: Shutdown): void {
  let keys: SigningKeys | undefined
  const chain = startTimedWork(
    {
      everySeconds: 1,
      run: async () => {
        keys ??= await loadKeys({ db: ports.db, log: ports.log, secretKey })
        const [publicJwk = {}] = keys.publicJwks.keys
        const { more } = await linkEntries(ports, { privateJwk: keys.privateJwk, publicJwk })
        return { again: more ? 0 : null }
      },
    },
    ports.log,
    { leases, name: 'activity-chain' },
  )
  shutdown.add('activity log', () => chain.stop())
}
