import { cn } from '@assay/design-system'
import { FormattedMessage, useIntl } from 'react-intl'
import type { SearchParameter } from '../../../platform/router/use-search-state.ts'

const separator = '.'

/** The chosen kinds of a timeline in the address; empty: all. */
export const kindsParameter = <Kind extends string>(kinds: readonly Kind[]): SearchParameter<readonly Kind[]> => ({
  parse: text => {
    const words = (text ?? '').split(separator)
    return kinds.filter(kind => words.includes(kind))
  },
  serialise: chosen => chosen.join(separator),
})

interface KindChipsProps<Kind extends string> {
  /** In the order of the filter, each with the number of its records. */
  kinds: readonly { kind: Kind; count: number }[]
  /** Returns the message of a kind. */
  messageOf: (kind: Kind) => string
  /** Empty: all kinds. */
  chosen: readonly Kind[]
  onChosenChange: (chosen: readonly Kind[]) => void
}

/** The kinds that a timeline has as toggle buttons, each with its number. None chosen shows all. */
export function KindChips<Kind extends string>({ kinds, messageOf, chosen, onChosenChange }: KindChipsProps<Kind>) {
  const intl = useIntl()
  return (
    <ul className="flex flex-wrap gap-2" aria-label={intl.formatMessage({ id: 'Review.Timeline.Filter' })}>
      {kinds.map(({ kind, count }) => {
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
                onChosenChange(
                  kinds.map(each => each.kind).filter(each => (each === kind ? !isChosen : chosen.includes(each))),
                )
              }
            >
              <FormattedMessage id={messageOf(kind)} />{' '}
              <span className="text-xs text-fg-muted tabular-nums">{intl.formatNumber(count)}</span>
            </button>
          </li>
        )
      })}
    </ul>
  )
}
