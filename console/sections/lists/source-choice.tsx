import { Field, Radio, RadioGroup } from '@assay/design-system'
import { useEffect, useRef } from 'react'
import { FormattedMessage } from 'react-intl'

const kinds = ['csv', 'cosmos'] as const
type SourceKind = (typeof kinds)[number]

interface SourceChoiceProps {
  value: SourceKind
  onValue: (kind: SourceKind) => void
  disabled?: boolean
  /** It gets the focus when it is mounted. */
  focus?: boolean
}

/** Whether the rows of a new list are uploaded as a file or stay in a database. */
export function SourceChoice({ value, onValue, disabled = false, focus = false }: SourceChoiceProps) {
  const group = useRef<HTMLDivElement>(null)
  useEffect(() => {
    if (!focus) return undefined
    // After the previous form returned the focus to its opener.
    const frame = requestAnimationFrame(() =>
      group.current?.querySelector<HTMLElement>('[role="radio"][aria-checked="true"]')?.focus(),
    )
    return () => cancelAnimationFrame(frame)
  }, [focus])
  return (
    <Field label={<FormattedMessage id="Lists.Column.Source" />}>
      <RadioGroup
        ref={group}
        orientation="horizontal"
        value={value}
        disabled={disabled}
        onValueChange={next => onValue(next === 'cosmos' ? 'cosmos' : 'csv')}
      >
        {kinds.map(kind => (
          <Radio key={kind} value={kind} label={<FormattedMessage id={`Lists.Source.${kind}`} />} />
        ))}
      </RadioGroup>
    </Field>
  )
}
