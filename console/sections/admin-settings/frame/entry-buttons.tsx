import { IconButton } from '@assay/design-system'
import { ArrowDown, ArrowUp, Trash2 } from 'lucide-react'
import { useIntl } from 'react-intl'

interface EntryButtonsProps {
  /** Ids of the messages that name the buttons, with the `number` of the entry. */
  labels: { up: string; down: string; remove: string }
  /** Place of the entry in its list, and whether it is the last. */
  index: number
  last: boolean
  locked: boolean
  onMove: (to: number) => void
  onRemove: () => void
}

/** Moves one entry of a list of settings, or removes it. */
export function EntryButtons({ labels, index, last, locked, onMove, onRemove }: EntryButtonsProps) {
  const intl = useIntl()
  const label = (id: string) => intl.formatMessage({ id }, { number: index + 1 })
  return (
    <div className="flex justify-end gap-1 sm:col-span-2">
      <IconButton
        icon={ArrowUp}
        disabled={locked || index === 0}
        label={label(labels.up)}
        onClick={() => onMove(index - 1)}
      />
      <IconButton
        icon={ArrowDown}
        disabled={locked || last}
        label={label(labels.down)}
        onClick={() => onMove(index + 1)}
      />
      <IconButton icon={Trash2} disabled={locked} label={label(labels.remove)} onClick={onRemove} />
    </div>
  )
}
