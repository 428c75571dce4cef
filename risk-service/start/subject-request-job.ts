import { runSubjectRequests } from '../features/subject-requests/jobs/run-requests.ts'
import { loadKeys } from '../kernel/identity/signing-keys.ts'
import type { LiveHub } from '../kernel/live/live-hub.ts'
import type { PeriodicWork } from '../kernel/store/jobs.ts'
import type { Ports } from '../ports/index.ts'
import type { SecretKey } from '../ports/secret-key.ts'

/** Carries out data subject requests. Receipts have the key of the installation, as the heads of the activity log. */
export const subjectRequestJob = ({
  ports,
  secretKey,
  live,
}: {
  ports: Ports
  secretKey: SecretKey
  live: LiveHub
}): PeriodicWork => ({
  name: 'subject-requests',
  cron: '* * * * *',
  run: () =>
    runSubjectRequests({
      ports,
      live,
      loadSigner: async () => {
        const { privateJwk, publicJwks } = await loadKeys({ db: ports.db, log: ports.log, secretKey })
        const [publicJwk = {}] = publicJwks.keys
        return { privateJwk, publicJwk }
      },
    }),
})
