import { Button } from '@assay/design-system'
import { FormattedMessage, useIntl } from 'react-intl'

interface EntryButtonsProps {
  /** Name of the entry, which both buttons name to a screen reader. */
  name: string
  disabled?: boolean
  onEdit: () => void
  /** Null: the entry cannot be deleted. */
  onRemove: (() => void) | null
}

/** The buttons that edit and delete an alert, or a target of alerts. */
export function EntryButtons({ name, disabled = false, onEdit, onRemove }: EntryButtonsProps) {
  const intl = useIntl()
  const label = (id: string) =>
    intl.formatMessage({ id: 'CaseReport.Alert.ActionOf' }, { action: intl.formatMessage({ id }), name })
  return (
    <div className="flex gap-2">
      <Button size="sm" disabled={disabled} aria-label={label('Common.Edit')} onClick={onEdit}>
        <FormattedMessage id="Common.Edit" />
      </Button>
      {onRemove === null ? null : (
        <Button size="sm" variant="ghost" disabled={disabled} aria-label={label('Common.Delete')} onClick={onRemove}>
          <FormattedMessage id="Common.Delete" />
        </Button>
      )}
    </div>
  )
}
