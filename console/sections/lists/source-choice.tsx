import { Field, Radio, RadioGroup } from '@assay/design-system'
import { FormattedMessage } from 'react-intl'

const kinds = ['csv', 'cosmos'] as const
export type SourceKind = (typeof kinds)[number]

/** Whether the rows of a new list come as a file or stay in a database. */
export function SourceChoice({ value, onValue, disabled = false }: { value: SourceKind; onValue: (kind: SourceKind) => void; disabled?: boolean }) {
  return (
    <Field label={<FormattedMessage id="Lists.Column.Source" />}>
      <RadioGroup orientation="horizontal" value={value} disabled={disabled} onValueChange={next => onValue(next === 'cosmos' ? 'cosmos' : 'csv')}>
        {kinds.map(kind => <Radio key={kind} value={kind} label={<FormattedMessage id={`Lists.Source.${kind}`} />} />)}
      </RadioGroup>
    </Field>
  )
}
