import { Badge, type BadgeProps, Icon } from '@assay/design-system'
import type { Upload, UploadState } from '@assay/risk-service/contract'
import { CircleX, LoaderCircle, type LucideIcon, TriangleAlert } from 'lucide-react'
import { FormattedMessage } from 'react-intl'
import { useUploadTexts } from '../use-upload-texts.ts'
import type { Transfer } from './transfers.ts'

type Tone = NonNullable<BadgeProps['tone']>

const tones: Record<UploadState, Tone> = {
  NotStarted: 'neutral',
  Uploading: 'info',
  UploadFailed: 'danger',
  NeedsMapping: 'warning',
  Ready: 'info',
  Validating: 'info',
  ValidationFailed: 'danger',
  Processing: 'info',
  ProcessingFailed: 'danger',
  Processed: 'success',
}
const icons: Partial<Record<Tone, LucideIcon>> = { warning: TriangleAlert, danger: CircleX }

/** The share of a file that has arrived. */
const shareOf = (upload: Upload, transfer: Transfer | undefined): number => {
  const size = upload.file?.size ?? 0
  const arrived = transfer?.sent ?? upload.upload?.receivedBytes ?? 0
  return size === 0 ? 0 : Math.min(1, arrived / size)
}

/** Whether an upload of the user waits for the file to be chosen again: no page of this tab sends it. */
export const isInterrupted = (upload: Upload, transfer: Transfer | undefined): boolean =>
  upload.state === 'Uploading' &&
  transfer === undefined &&
  (upload.upload?.own === true || upload.upload?.idle === true)

/** The state of an entity; while its file is uploaded, how much of it has arrived. */
export function StateBadge({ upload, transfer }: { upload: Upload; transfer: Transfer | undefined }) {
  const texts = useUploadTexts()
  const { state } = upload
  if (state === 'Uploading') {
    const failed = transfer !== undefined && transfer.error !== null
    const interrupted = isInterrupted(upload, transfer)
    const id = failed
      ? 'Upload.State.Stopped'
      : interrupted
        ? 'Upload.State.Interrupted'
        : transfer?.isWaiting === true
          ? 'Upload.State.Waiting'
          : 'Upload.State.UploadingPercent'
    return (
      <Badge tone={failed || interrupted ? 'warning' : 'info'}>
        <Icon icon={failed || interrupted ? TriangleAlert : LoaderCircle} size={12} />
        <FormattedMessage id={id} values={{ percent: texts.percent(shareOf(upload, transfer)) }} />
      </Badge>
    )
  }
  const icon = icons[tones[state]] ?? (state === 'Validating' || state === 'Processing' ? LoaderCircle : null)
  return (
    <Badge tone={tones[state]}>
      {icon === null ? null : <Icon icon={icon} size={12} />}
      {texts.state(state)}
    </Badge>
  )
}
