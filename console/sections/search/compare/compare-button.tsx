import { Button, Icon } from '@assay/design-system'
import { Scale } from 'lucide-react'
import { FormattedMessage } from 'react-intl'

interface CompareButtonProps {
  /** Number of ticked events; not given for all results of the search. */
  count?: number
  disabled?: boolean
  onCompare: (ticked: null) => void
}

/** Opens the comparison of the ticked events, or of all results, with others. */
export function CompareButton({ count, disabled = false, onCompare }: CompareButtonProps) {
  return (
    <Button size="sm" disabled={disabled} onClick={() => onCompare(null)}>
      <Icon icon={Scale} size={12} />
      {count === undefined ? (
        <FormattedMessage id="Search.Compare" />
      ) : (
        <FormattedMessage id="Search.Compare.Events" values={{ count }} />
      )}
    </Button>
  )
}
