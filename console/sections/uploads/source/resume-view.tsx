import { Button, Callout, FileDrop, Progress } from '@assay/design-system'
import type { UploadArea, UploadDetail } from '@assay/risk-service/contract'
import { FormattedMessage, useIntl } from 'react-intl'
import { Link, useNavigate } from 'react-router-dom'
import type { UploadGuard } from '../transfer/use-upload-guard.tsx'
import { useUploadTexts } from '../use-upload-texts.ts'
import { FlowHeader } from './flow-header.tsx'
import { RefusalCallout } from './refusal-callout.tsx'
import { useSaveUpload } from './use-save-upload.ts'

interface ResumeViewProps {
  area: UploadArea
  stored: UploadDetail
  listHref: string
  guard: UploadGuard
  /** The upload was ended: another file can be chosen. */
  onCancelled: () => void
}

/** An upload that was interrupted: it continues with the same file, or ends. */
export function ResumeView({ area, stored, listHref, guard, onCancelled }: ResumeViewProps) {
  const intl = useIntl()
  const texts = useUploadTexts()
  const navigate = useNavigate()
  const { entity, file, upload } = stored
  const saving = useSaveUpload(stored, () => guard.leave(() => void navigate(listHref)))
  const cancel = () => void saving.cancelOther().then(onCancelled)
  return (
    <div className="flex min-h-0 flex-1 flex-col overflow-y-auto bg-surface">
      <FlowHeader
        area={area}
        entity={entity}
        actions={
          <Button asChild>
            <Link to={listHref}>
              <FormattedMessage id="Common.Close" />
            </Link>
          </Button>
        }
      />
      <div className="flex max-w-dialog-lg flex-col gap-4 px-page pbe-6">
        <Callout
          tone="warning"
          title={<FormattedMessage id="Upload.Resume.Title" values={{ name: <bdi key="name">{file?.name}</bdi> }} />}
        >
          <FormattedMessage
            id="Upload.Resume.Text"
            values={{ done: texts.size(upload?.receivedBytes ?? 0), total: texts.size(file?.size ?? 0) }}
          />
        </Callout>
        <RefusalCallout refusal={saving.refusal} isSaving={saving.isSaving} onCancelOther={cancel} />
        <FileDrop
          label={intl.formatMessage({ id: 'Upload.Resume.File' })}
          acceptLabel="CSV, TSV"
          files={[]}
          disabled={saving.isSaving}
          onFilesAdd={([added]) => {
            if (added) void saving.resume(added)
          }}
        />
        {saving.reading === null ? null : (
          <Progress
            label={<FormattedMessage id="Upload.Resume.Reading" />}
            value={saving.reading.bytes}
            max={Math.max(saving.reading.total, 1)}
            detail={
              <FormattedMessage
                id="Upload.Checked.Bytes"
                values={{ done: texts.size(saving.reading.bytes), total: texts.size(saving.reading.total) }}
              />
            }
          />
        )}
        <Button className="self-start" loading={saving.isSaving} onClick={cancel}>
          <FormattedMessage id="Upload.CancelUpload" />
        </Button>
      </div>
    </div>
  )
}
