import { Button, Progress } from '@assay/design-system'
import type { UploadRun } from '@assay/risk-service/contract'
import { FormattedMessage, useIntl } from 'react-intl'
import { api, client } from '../../../platform/api/client.ts'
import { useEnvironment } from '../../../platform/environments/environments.tsx'
import { useApiMutation } from '../../../platform/mutations/use-api-mutation.ts'
import { useOffline } from '../../../platform/offline/connection.ts'
import { useUploadTexts } from '../use-upload-texts.ts'

interface RunProgressProps {
  run: UploadRun
  /** Whether the user may cancel it. */
  writes: boolean
}

/** How far a run is, with the command that cancels it. */
export function RunProgress({ run, writes }: RunProgressProps) {
  const intl = useIntl()
  const offline = useOffline()
  const texts = useUploadTexts()
  const { id: environmentId } = useEnvironment()
  const { id: runId, state, phase, progress, cancelling } = run
  const cancellation = useApiMutation({
    mutationFn: () => client.uploads.cancelRun({ environmentId, runId }),
    invalidates: [api.uploads.key()],
  })
  const { entity, bytes, totalBytes, rows, totalRows } = progress
  const [done, total] = totalBytes > 0 ? [bytes, totalBytes] : [rows, totalRows]
  const isKnown = state === 'Running' && phase !== 'counting' && total > 0
  return (
    <div className="flex flex-wrap items-end gap-3">
      <Progress
        className="min-w-[12rem] flex-1"
        label={
          <FormattedMessage
            id={state === 'Waiting' ? 'Upload.Run.Waiting' : `Upload.Run.Phase.${phase ?? 'checking'}`}
            values={{ name: entity === null ? '' : texts.entity(entity) }}
          />
        }
        value={isKnown ? done : null}
        max={Math.max(1, total)}
        announced
        detail={
          isKnown ? (
            <FormattedMessage
              id="Upload.Run.Progress"
              values={{ percent: texts.percent(done / total), rows: intl.formatNumber(rows) }}
            />
          ) : undefined
        }
      />
      {writes ? (
        <Button
          size="sm"
          disabled={offline || cancelling}
          loading={cancellation.isPending}
          onClick={() => cancellation.mutate(undefined)}
        >
          <FormattedMessage id={cancelling ? 'Upload.Run.Cancelling' : 'Upload.Run.Cancel'} />
        </Button>
      ) : null}
    </div>
  )
}
