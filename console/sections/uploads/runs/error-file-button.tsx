import { Button, downloadFile, Icon } from '@assay/design-system'
import type { UploadEntityName, UploadRun } from '@assay/risk-service/contract'
import { Download } from 'lucide-react'
import { FormattedMessage } from 'react-intl'
import { client } from '../../../platform/api/client.ts'
import { useEnvironment } from '../../../platform/environments/environments.tsx'
import { useApiMutation } from '../../../platform/mutations/use-api-mutation.ts'
import { useOffline } from '../../../platform/offline/connection.ts'

interface ErrorFileButtonProps {
  run: UploadRun
  /** Of this entity alone. */
  entity?: UploadEntityName
}

/** Saves the error file of a run, as long as the service has it. */
export function ErrorFileButton({ run, entity }: ErrorFileButtonProps) {
  const offline = useOffline()
  const { id: environmentId } = useEnvironment()
  const download = useApiMutation<unknown>({
    mutationFn: () => client.uploads.errorFile({ environmentId, runId: run.id, ...(entity ? { entity } : {}) }),
    onSuccess: file => downloadFile(`${entity ?? 'upload'}-errors.csv`, file as Blob),
  })
  if (run.errorFileUntil === null) return null
  return (
    <Button
      start={<Icon icon={Download} />}
      disabled={offline}
      loading={download.isPending}
      onClick={() => download.mutate(undefined)}
    >
      <FormattedMessage id="Upload.ErrorFile" />
    </Button>
  )
}
