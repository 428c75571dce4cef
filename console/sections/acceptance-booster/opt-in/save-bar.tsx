import { Button } from '@assay/design-system'
import { useId } from 'react'
import { FormattedMessage } from 'react-intl'

interface SaveBarProps {
  changes: number
  hasChildren: boolean
  /** The id of a message: why it cannot be saved now. */
  obstacle: string | null
  saving: boolean
  onDiscard: () => void
  onSave: () => void
}

/** Saves or discards the changes; why they cannot be saved stands beside the buttons. */
export function SaveBar({ changes, hasChildren, obstacle, saving, onDiscard, onSave }: SaveBarProps) {
  const reason = useId()
  return (
    <div
      data-page-foot
      className="flex min-h-page-header shrink-0 flex-wrap items-center gap-x-2 gap-y-2 border-bs border-line bg-surface px-page py-2"
    >
      <p className="me-auto flex min-w-0 flex-wrap gap-x-2 text-xs text-fg-secondary">
        <strong className="text-sm font-medium text-fg">
          <FormattedMessage id="Booster.Changes" values={{ count: changes }} />
        </strong>
        <span id={reason} className="self-center">
          {obstacle !== null ? (
            <FormattedMessage id={obstacle} />
          ) : hasChildren ? (
            <FormattedMessage id="Booster.Changes.Children" />
          ) : null}
        </span>
      </p>
      <Button variant="ghost" disabled={saving} onClick={onDiscard}>
        <FormattedMessage id="DesignSystem.SettingsPage.Reset" />
      </Button>
      <Button
        variant="primary"
        loading={saving}
        disabled={obstacle !== null}
        aria-describedby={obstacle === null ? undefined : reason}
        onClick={onSave}
      >
        <FormattedMessage id="Common.Save" />
      </Button>
    </div>
  )
}
