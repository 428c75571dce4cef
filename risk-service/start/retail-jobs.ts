import { runSyncs, type SyncServices } from '../features/retail-connector/sync/run-syncs.ts'
import type { PeriodicWork } from '../kernel/store/jobs.ts'
import type { RetailConnector } from '../ports/retail-connector.ts'

/** Work that reads retail systems; none where the installation has no application for them. */
export const retailJobs = (
  connector: RetailConnector | null,
  services: Omit<SyncServices, 'connector'>,
): PeriodicWork[] =>
  connector === null
    ? []
    : [
        {
          name: 'retail-sync',
          cron: '* * * * *',
          run: async () => ({ again: (await runSyncs({ ...services, connector })) ? 0 : null }),
        },
      ]
