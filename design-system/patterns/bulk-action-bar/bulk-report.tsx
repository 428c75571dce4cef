import { TriangleAlert } from 'lucide-react'
import { useState } from 'react'
import { FormattedMessage, useIntl } from 'react-intl'
import { useAnnounce } from '../../lib/announcer.tsx'
import { Dialog, DialogContent } from '../../overlays/dialog/dialog.tsx'
import { Button } from '../../primitives/button/button.tsx'
import { Icon } from '../../primitives/icon/icon.tsx'

/** One row for which a bulk action failed. */
export interface BulkFailure {
  id: string
  /** Name of the row in the list: an id or a name. */
  label: string
  /** Reason, and how to fix it. */
  reason: string
}

interface BulkReportProps {
  failures: readonly BulkFailure[]
  onDismiss?: (() => void) | undefined
  onRetry?: (() => void) | undefined
}

/** Reports the number of failed rows, with details for each. Closing it discards the failures. */
export function BulkReport({ failures, onDismiss, onRetry }: BulkReportProps) {
  const intl = useIntl()
  const announce = useAnnounce()
  const [open, setOpen] = useState(false)
  const count = failures.length
  const close = () => {
    setOpen(false)
    onDismiss?.()
  }
  const copy = () => {
    void navigator.clipboard.writeText(failures.map(({ label, reason }) => `${label}\t${reason}`).join('\n')).then(
      () => announce(intl.formatMessage({ id: 'DesignSystem.JsonViewer.Copied' })),
      () => announce(intl.formatMessage({ id: 'DesignSystem.JsonViewer.CopyFailed' }), { assertive: true }),
    )
  }
  return (
    <>
      <Button
        size="sm"
        className="border-danger-border bg-danger-subtle text-danger-text"
        onClick={() => setOpen(true)}
      >
        <Icon icon={TriangleAlert} size={12} />
        <FormattedMessage id="DesignSystem.BulkActionBar.Failed" values={{ count }} />
      </Button>
      <Dialog open={open} onOpenChange={next => (next ? setOpen(true) : close())}>
        <DialogContent
          title={<FormattedMessage id="DesignSystem.BulkActionBar.Failed" values={{ count }} />}
          description={<FormattedMessage id="DesignSystem.BulkActionBar.FailedText" />}
          footer={
            <>
              <Button variant="ghost" onClick={copy}>
                <FormattedMessage id="DesignSystem.BulkActionBar.Copy" />
              </Button>
              {onRetry ? (
                <Button
                  variant="primary"
                  onClick={() => {
                    setOpen(false)
                    onRetry()
                  }}
                >
                  <FormattedMessage id="DesignSystem.BulkActionBar.Retry" values={{ count }} />
                </Button>
              ) : null}
            </>
          }
        >
          <ul
            aria-label={intl.formatMessage({ id: 'DesignSystem.BulkActionBar.FailedRows' })}
            className="flex flex-col gap-1"
          >
            {failures.map(({ id, label, reason }) => (
              <li key={id} className="flex flex-wrap gap-x-3 border-be border-line-subtle py-1.5 last:border-be-0">
                <bdi className="font-medium">{label}</bdi>
                <span className="text-fg-secondary">{reason}</span>
              </li>
            ))}
          </ul>
        </DialogContent>
      </Dialog>
    </>
  )
}
