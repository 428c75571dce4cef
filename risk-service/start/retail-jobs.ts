import { runSyncs, type SyncServices } from '../features/retail-connector/sync/run-syncs.ts'
import { createInstrumentHash } from '../http/node/retail/instrument-hash.ts'
import type { PeriodicWork } from '../kernel/store/jobs.ts'
import type { RetailConnector } from '../ports/retail-connector.ts'

/** Work that reads retail systems; none where the installation has no application for them. */
export const retailJobs = (
  connector: RetailConnector | null,
  { secretKey, ...services }: Omit<SyncServices, 'connector' | 'hashFor'> & { secretKey: string },
): PeriodicWork[] =>
  connector === null
    ? []
    : [
        {
          name: 'retail-sync',
          cron: '* * * * *',
          run: async () => {
            const hashFor = (environmentId: string) => createInstrumentHash(secretKey, environmentId)
            return { again: (await runSyncs({ ...services, connector, hashFor })) ? 0 : null }
          },
        },
      ]
