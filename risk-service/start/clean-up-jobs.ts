import { endDuePreviews } from '../features/access/rights-preview/change-preview.ts'
import { deleteExpiredSupportEntries } from '../features/lists/expired-entries.ts'
import { removeAbandonedUploads } from '../features/uploads/abandoned-uploads.ts'
import { removeErrorFiles } from '../features/uploads/run-reads/remove-error-files.ts'
import { forgetLimitUse } from '../kernel/limits/shared-window-limiter.ts'
import { forgetViewers } from '../kernel/live/presence.ts'
import { trimChanges } from '../kernel/store/changes/trim-changes.ts'
import type { PeriodicWork } from '../kernel/store/jobs.ts'
import type { Ports, UploadFiles } from '../ports/index.ts'

/** Work that ends or removes what is over or was left behind, each hour, or each minute. */
export const cleanUpJobs = (ports: Ports, files: UploadFiles): PeriodicWork[] => [
  {
    name: 'support-entries',
    cron: '7 * * * *',
    run: async () => {
      await deleteExpiredSupportEntries(ports.db, ports.clock())
      return { again: null }
    },
  },
  {
    name: 'service-changes',
    cron: '* * * * *',
    run: async () => {
      await trimChanges(ports.db)
      await forgetViewers(ports.db)
      await forgetLimitUse(ports.db)
      return { again: null }
    },
  },
  {
    name: 'rights-previews',
    cron: '*/10 * * * *',
    run: async () => {
      await endDuePreviews(ports)
      return { again: null }
    },
  },
  {
    name: 'uploads',
    cron: '17 * * * *',
    run: async () => {
      await removeAbandonedUploads({ ports, files })
      await removeErrorFiles(ports)
      return { again: null }
    },
  },
]
