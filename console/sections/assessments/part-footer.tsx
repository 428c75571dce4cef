import { Button } from '@assay/design-system'
import type { ReactNode } from 'react'
import { FormattedMessage } from 'react-intl'
import { useOffline } from '../../platform/offline/connection.ts'

interface PartFooterProps {
  /** What saving means. */
  text: ReactNode
  dirty: boolean
  saving: boolean
  confirm?: ReactNode
  onDiscard: () => void
  onSave: () => void
}

/** Foot of a page that edits a part of an assessment. */
export function PartFooter({ text, dirty, saving, confirm, onDiscard, onSave }: PartFooterProps) {
  const offline = useOffline()
  return (
    <div
      data-page-foot
      className="flex min-h-page-header shrink-0 flex-wrap items-center justify-end gap-2 border-bs border-line-subtle bg-surface px-page py-2"
    >
      <div className="me-auto min-w-0 text-xs text-fg-secondary">{text}</div>
      <Button variant="ghost" disabled={!dirty || saving} onClick={onDiscard}>
        <FormattedMessage id="DesignSystem.SettingsPage.Reset" />
      </Button>
      <Button variant="primary" loading={saving} disabled={!dirty || offline} onClick={onSave}>
        {confirm ?? <FormattedMessage id="Common.Save" />}
      </Button>
    </div>
  )
}
