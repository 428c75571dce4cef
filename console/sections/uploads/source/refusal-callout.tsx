import { Button, Callout, useFormat } from '@assay/design-system'
import { FormattedMessage } from 'react-intl'
import type { UploadRefusal } from './use-save-upload.ts'

interface RefusalCalloutProps {
  refusal: UploadRefusal | null
  isSaving: boolean
  /** Ends the upload that is in the way. */
  onCancelOther: () => void
}

/** Why the service did not take a file or a mapping, and what to do. */
export function RefusalCallout({ refusal, isSaving, onCancelOther }: RefusalCalloutProps) {
  const format = useFormat()
  if (refusal === null) return null
  const { reason, changedBy, changedAt } = refusal
  return (
    <Callout
      tone="danger"
      live
      actions={
        reason === 'uploads.otherFile' ? (
          <Button size="sm" loading={isSaving} onClick={onCancelOther}>
            <FormattedMessage id="Upload.CancelOther" />
          </Button>
        ) : undefined
      }
    >
      <FormattedMessage
        id={`Upload.Refused.${reason.replace(/^.*\./, '')}`}
        values={{
          user: <bdi key="user">{changedBy ?? ''}</bdi>,
          time: changedAt === undefined ? '' : format.dateTime(changedAt),
        }}
      />
    </Callout>
  )
}
