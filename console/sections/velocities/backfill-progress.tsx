import { Button, Progress } from '@assay/design-system'
import type { VelocityBackfill } from '@assay/risk-service/contract'
import { FormattedMessage } from 'react-intl'
import { client } from '../../platform/api/client.ts'
import { useEnvironment } from '../../platform/environments/environments.tsx'
import { useApiMutation } from '../../platform/mutations/use-api-mutation.ts'
import { useOffline } from '../../platform/offline/connection.ts'

/** Milliseconds between two polls of the progress of a back-fill. */
export const backfillPollInterval = 3_000

/** Whether a set counts history, or is about to. */
export const isCounting = (set: { backfill: VelocityBackfill | null } | undefined): boolean =>
  set?.backfill?.state === 'running' || set?.backfill?.state === 'waiting'

interface BackfillProgressProps {
  setId: string
  backfill: VelocityBackfill
  write: boolean
  onChanged: () => unknown
}

/** How far the count of history is. */
export function BackfillProgress({ setId, backfill, write, onChanged }: BackfillProgressProps) {
  const environmentId = useEnvironment().id
  const offline = useOffline()
  const cancellation = useApiMutation({
    mutationFn: () => client.velocities.cancelBackfill({ environmentId, setId }),
    onSettled: onChanged,
  })
  const { state, events, total } = backfill
  const open = state === 'running' || state === 'waiting'
  return (
    <div className="flex items-end gap-3">
      <Progress
        className="min-w-0 flex-1"
        label={<FormattedMessage id="Velocities.Backfill.Label" />}
        value={state === 'waiting' ? null : events}
        max={Math.max(total, 1)}
        detail={<FormattedMessage id={`Velocities.Backfill.${state}`} values={{ events, total }} />}
      />
      {open && write ? (
        <Button size="sm" loading={cancellation.isPending} disabled={offline} onClick={() => cancellation.mutate()}>
          <FormattedMessage id="Velocities.Backfill.Stop" />
        </Button>
      ) : null}
    </div>
  )
}
