import { Button, Field, Select } from '@assay/design-system'
import { type Translation, type TranslationState, translationStates } from '@assay/risk-service/fql/translation'
import { useEffect, useRef, useState } from 'react'
import { FormattedMessage, useIntl } from 'react-intl'
import { TranslatedRuleItem } from './translated-rule-item.tsx'

/** Rules that are shown at first, and with every press. */
const step = 50

interface TranslatedRulesProps {
  translation: Translation
  /** Numbers of the rules of which no draft is made. */
  left: ReadonlySet<number>
  onLeave: (number: number, isLeft: boolean) => void
}

/** All translated rules, or those of one state, each beside its original. */
export function TranslatedRules({ translation: { rules }, left, onLeave }: TranslatedRulesProps) {
  const intl = useIntl()
  const [state, setState] = useState<TranslationState | null>(null)
  const [limit, setLimit] = useState(step)
  const top = useRef<HTMLDivElement>(null)
  // The button that was pressed is gone.
  useEffect(() => top.current?.querySelector<HTMLElement>('[role="combobox"]')?.focus(), [])
  const counts = Map.groupBy(rules, each => each.state)
  const shown = state === null ? rules : (counts.get(state) ?? [])
  const options = [
    { value: 'all', label: intl.formatMessage({ id: 'Rules.Translate.Show.All' }, { count: rules.length }) },
    ...translationStates
      .filter(each => counts.has(each))
      .map(each => ({
        value: each,
        label: intl.formatMessage(
          { id: 'Rules.Translate.Show.State' },
          { state: intl.formatMessage({ id: `Rules.Translate.State.${each}` }), count: counts.get(each)?.length ?? 0 },
        ),
      })),
  ]
  return (
    <div ref={top} className="flex flex-col gap-4">
      <Field label={<FormattedMessage id="Rules.Translate.Show" />} className="max-w-xs">
        <Select
          value={state ?? 'all'}
          onValueChange={value => {
            setState(translationStates.find(each => each === value) ?? null)
            setLimit(step)
          }}
          options={options}
        />
      </Field>
      <ul className="flex flex-col">
        {shown.slice(0, limit).map(rule => (
          <TranslatedRuleItem
            key={rule.number}
            rule={rule}
            left={left.has(rule.number)}
            onLeave={isLeft => onLeave(rule.number, isLeft)}
          />
        ))}
      </ul>
      {shown.length > limit ? (
        <Button className="self-center" onClick={() => setLimit(limit + step)}>
          <FormattedMessage id="Rules.Translate.More" values={{ count: Math.min(step, shown.length - limit) }} />
        </Button>
      ) : null}
    </div>
  )
}
