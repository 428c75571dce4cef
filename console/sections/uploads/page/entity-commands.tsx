import { Button, Link } from '@assay/design-system'
import type { Upload, UploadEntityName } from '@assay/risk-service/contract'
import { FormattedMessage, useIntl } from 'react-intl'
import { Link as RouterLink } from 'react-router-dom'
import { api, client } from '../../../platform/api/client.ts'
import { useEnvironment } from '../../../platform/environments/environments.tsx'
import { useApiMutation } from '../../../platform/mutations/use-api-mutation.ts'
import { isInterrupted } from '../transfer/state-badge.tsx'
import { stopTransfer, type Transfer } from '../transfer/transfers.ts'
import { useUploadTexts } from '../use-upload-texts.ts'

interface EntityLinkProps {
  id: 'SelectSource' | 'Edit' | 'Continue' | 'ShowErrors'
  entity: UploadEntityName
  href: string
}

/** A command of an entity, whose name for screen readers says of which. */
export function EntityLink({ id, entity, href }: EntityLinkProps) {
  const intl = useIntl()
  const texts = useUploadTexts()
  return (
    <Link asChild>
      <RouterLink to={href} aria-label={intl.formatMessage({ id: `Upload.${id}.Of` }, { name: texts.entity(entity) })}>
        <FormattedMessage id={`Upload.${id}`} />
      </RouterLink>
    </Link>
  )
}

interface EntityCommandsProps {
  upload: Upload
  transfer: Transfer | undefined
  writes: boolean
  editHref: string
  errorsHref: string
}

/** What can be done with the file of an entity. */
export function EntityCommands({ upload, transfer, writes, editHref, errorsHref }: EntityCommandsProps) {
  const { entity, state, file, busy } = upload
  const hasErrors = state === 'ValidationFailed' || state === 'ProcessingFailed'
  const isStopped = isInterrupted(upload, transfer) || (transfer !== undefined && transfer.error !== null)
  return (
    <>
      {hasErrors ? <EntityLink id="ShowErrors" entity={entity} href={errorsHref} /> : null}
      {!writes || busy || file === null ? null : isStopped ? (
        <EntityLink id="Continue" entity={entity} href={editHref} />
      ) : state !== 'Uploading' ? (
        <EntityLink id={state === 'UploadFailed' ? 'SelectSource' : 'Edit'} entity={entity} href={editHref} />
      ) : transfer === undefined ? null : (
        <CancelButton upload={upload} />
      )}
    </>
  )
}

/** Ends an upload that this page sends. */
function CancelButton({ upload: { entity, upload } }: { upload: Upload }) {
  const { id: environmentId } = useEnvironment()
  const cancellation = useApiMutation({
    mutationFn: () => {
      stopTransfer(environmentId, entity)
      return client.uploads.cancel({ environmentId, entity, uploadId: upload?.id ?? '' })
    },
    invalidates: [api.uploads.key()],
  })
  if (upload === null) return null
  return (
    <Button size="sm" loading={cancellation.isPending} onClick={() => cancellation.mutate(undefined)}>
      <FormattedMessage id="Upload.CancelUpload" />
    </Button>
  )
}
