import { cn } from '@assay/design-system'
import { type EntityType, linkAnalysisLimits } from '@assay/risk-service/contract'
import { useId } from 'react'
import { FormattedMessage, useIntl } from 'react-intl'

/** A value of the event that other events can share. */
export interface LinkChoice {
  type: EntityType
  value: string
  display: string
  /** Other events that share it in the window. */
  count: number
}

export const choiceKey = ({ type, value }: Pick<LinkChoice, 'type' | 'value'>): string => `${type} ${value}`

interface LinkChipsProps {
  choices: readonly LinkChoice[]
  chosen: ReadonlySet<string>
  onChosenChange: (chosen: ReadonlySet<string>) => void
}

/** The values of an event as toggle buttons, each with the number of other events that share it. */
export function LinkChips({ choices, chosen, onChosenChange }: LinkChipsProps) {
  const intl = useIntl()
  const id = useId()
  const toggle = (key: string) => {
    const next = new Set(chosen)
    if (!next.delete(key)) next.add(key)
    onChosenChange(next)
  }
  return (
    <ul className="flex flex-wrap gap-2" aria-label={intl.formatMessage({ id: 'Review.Links.Attributes' })}>
      {choices.map((choice, index) => {
        const key = choiceKey(choice)
        const isChosen = chosen.has(key)
        const more = choice.count > linkAnalysisLimits.events
        const count = Math.min(choice.count, linkAnalysisLimits.events)
        const attribute = intl.formatMessage({ id: `Events.Entity.${choice.type}` })
        return (
          <li
            key={key}
            title={choice.display}
            className={cn(
              'relative flex min-h-8 max-w-full min-w-0 items-center gap-2 rounded-chip border px-2 text-sm',
              isChosen ? 'border-accent bg-surface-selected system-outline' : 'border-line bg-surface',
            )}
          >
            {/* Reaches over the whole chip; the value and the number beside it are no part of its text. */}
            <button
              type="button"
              aria-pressed={isChosen}
              aria-label={intl.formatMessage(
                { id: 'Review.Links.Attribute' },
                { attribute, count, more: more ? 'yes' : 'no' },
              )}
              aria-describedby={`${id}-${index}`}
              disabled={choice.count === 0}
              className="shrink-0 rounded-chip font-medium focus-ring after:absolute after:inset-0 disabled:text-fg-muted"
              onClick={() => toggle(key)}
            >
              {attribute}
            </button>
            <bdi
              id={`${id}-${index}`}
              dir={choice.type === 'address' ? 'auto' : 'ltr'}
              className="max-w-[15rem] min-w-0 truncate text-fg-secondary"
            >
              {choice.display}
            </bdi>
            <span aria-hidden className="shrink-0 rounded-full bg-surface-sunken px-1.5 text-xs tabular-nums">
              {more ? <FormattedMessage id="Cases.LinkedAtLeast" values={{ count }} /> : intl.formatNumber(count)}
            </span>
          </li>
        )
      })}
    </ul>
  )
}
