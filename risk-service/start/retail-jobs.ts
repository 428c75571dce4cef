import { runSyncs, type SyncServices } from '../features/retail-connector/sync/run-syncs.ts'
import { loadInstrumentHash } from '../http/node/retail/instrument-hash.ts'
import type { PeriodicWork } from '../kernel/store/jobs.ts'
import type { RetailConnector } from '../ports/retail-connector.ts'
import type { SecretKey } from '../ports/secret-key.ts'

/** Work that reads retail systems; none where the installation has no application for them. */
export const retailJobs = (
  connector: RetailConnector | null,
  { secretKey, ...services }: Omit<SyncServices, 'connector' | 'hashFor'> & { secretKey: SecretKey },
): PeriodicWork[] =>
  connector === null
    ? []
    : [
        {
          name: 'retail-sync',
          cron: '* * * * *',
          run: async () => {
            const hashFor = (environmentId: string) => loadInstrumentHash(services.ports.db, secretKey, environmentId)
            return { again: (await runSyncs({ ...services, connector, hashFor })) ? 0 : null }
          },
        },
      ]
