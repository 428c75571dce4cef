import { cn } from '@assay/design-system'
import { FormattedMessage, useIntl } from 'react-intl'
import { type TimelineKind, type TimelineRecord, timelineKinds } from './timeline-record.tsx'

interface KindChipsProps {
  records: readonly TimelineRecord[]
  /** Empty: all kinds. */
  chosen: readonly TimelineKind[]
  onChosenChange: (chosen: readonly TimelineKind[]) => void
}

/** The kinds that a timeline has as toggle buttons, each with its number. None chosen shows all. */
export function KindChips({ records, chosen, onChosenChange }: KindChipsProps) {
  const intl = useIntl()
  return (
    <ul className="flex flex-wrap gap-2" aria-label={intl.formatMessage({ id: 'Review.Timeline.Filter' })}>
      {timelineKinds.map(kind => {
        const count = records.filter(record => record.kind === kind).length
        const isChosen = chosen.includes(kind)
        if (count === 0 && !isChosen) return null
        return (
          <li key={kind}>
            <button
              type="button"
              aria-pressed={isChosen}
              className={cn(
                'inline-flex min-h-8 items-center gap-2 rounded-chip border px-2 text-sm focus-ring',
                isChosen ? 'border-accent bg-surface-selected system-outline' : 'border-line bg-surface',
              )}
              onClick={() =>
                onChosenChange(timelineKinds.filter(each => (each === kind ? !isChosen : chosen.includes(each))))
              }
            >
              <FormattedMessage id={`Review.Timeline.Kind.${kind}`} />{' '}
              <span className="text-xs text-fg-muted tabular-nums">{intl.formatNumber(count)}</span>
            </button>
          </li>
        )
      })}
    </ul>
  )
}
