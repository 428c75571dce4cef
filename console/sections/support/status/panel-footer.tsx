import { Button } from '@assay/design-system'
import { useEffect, useRef } from 'react'
import { FormattedMessage } from 'react-intl'
import type { PanelStatus } from './status-form.ts'

interface PanelFooterProps {
  status: PanelStatus
  /** The form was submitted and waits for Yes. */
  confirming: boolean
  saving: boolean
  /** The form cannot be submitted. */
  disabled: boolean
  offline: boolean
  onCancel: () => void
  onNo: () => void
  onYes: () => void
}

/** Submit, then the question with Yes and No; the focus moves to Yes. */
export function PanelFooter({
  status,
  confirming,
  saving,
  disabled,
  offline,
  onCancel,
  onNo,
  onYes,
}: PanelFooterProps) {
  const yes = useRef<HTMLButtonElement>(null)
  useEffect(() => {
    if (confirming) yes.current?.focus()
  }, [confirming])
  return (
    <div className="sticky inset-be-0 flex flex-wrap items-center justify-end gap-2 border-bs border-line-subtle bg-surface px-4 py-3">
      <span role="status" className="min-w-0 flex-1 text-xs text-fg-secondary">
        <FormattedMessage
          id={offline ? 'Offline.Writes' : confirming ? `Support.Panel.Confirm.${status}` : 'Support.Panel.ConfirmOnce'}
        />
      </span>
      {confirming || saving ? (
        <>
          <Button disabled={saving} onClick={onNo}>
            <FormattedMessage id="Support.Panel.No" />
          </Button>
          <Button
            ref={yes}
            variant={status === 'Block' || status === 'Remove' ? 'danger' : 'primary'}
            loading={saving}
            disabled={offline}
            onClick={onYes}
          >
            <FormattedMessage id="Support.Panel.Yes" />
          </Button>
        </>
      ) : (
        <>
          <Button onClick={onCancel}>
            <FormattedMessage id="Common.Cancel" />
          </Button>
          <Button type="submit" variant="primary" disabled={disabled}>
            <FormattedMessage id="Support.Panel.Submit" />
          </Button>
        </>
      )}
    </div>
  )
}
