import { Input, Select, TagInput, Textarea } from '@assay/design-system'
import {
  buttonSentiments,
  type CaseConfiguration,
  caseActions,
  caseLimits,
  labelActions,
} from '@assay/risk-service/contract'
import type { UseFormReturn } from 'react-hook-form'
import { FormattedMessage, useIntl } from 'react-intl'
import { FormField } from '../../../platform/forms/form-field.tsx'
import { EntryButtons } from '../frame/entry-buttons.tsx'
import type { DecisionForm } from './decision-form.ts'

interface DecisionFieldsProps {
  form: UseFormReturn<DecisionForm, unknown, CaseConfiguration>
  /** Its place in the list, and whether it is the last. */
  index: number
  last: boolean
  locked: boolean
  onMove: (to: number) => void
  onRemove: () => void
}

/** Everything about one decision. */
export function DecisionFieldset({ form, index, last, locked, onMove, onRemove }: DecisionFieldsProps) {
  const intl = useIntl()
  const number = { number: index + 1 }
  const choices = <Value extends string>(kind: 'Action' | 'Label' | 'Button', values: readonly Value[]) =>
    values.map(value => ({ value, label: intl.formatMessage({ id: `Admin.Decisions.${kind}.${value}` }) }))
  return (
    <section
      aria-label={intl.formatMessage({ id: 'Admin.Decisions.Number' }, number)}
      className="grid gap-3 rounded-card border border-line-subtle p-3 sm:grid-cols-2"
    >
      <FormField
        form={form}
        name={`queueDecisions.${index}.name`}
        label={<FormattedMessage id="Common.Name" />}
        required
      >
        {({ value, onChange }) => <Input dir="auto" disabled={locked} value={value} onChange={onChange} />}
      </FormField>
      <FormField
        form={form}
        name={`queueDecisions.${index}.caseAction`}
        label={<FormattedMessage id="Admin.Decisions.Action" />}
      >
        {({ value, onChange }) => (
          <Select value={value} disabled={locked} options={choices('Action', caseActions)} onValueChange={onChange} />
        )}
      </FormField>
      <FormField
        form={form}
        name={`queueDecisions.${index}.labelAction`}
        label={<FormattedMessage id="Admin.Decisions.Label" />}
      >
        {({ value, onChange }) => (
          <Select value={value} disabled={locked} options={choices('Label', labelActions)} onValueChange={onChange} />
        )}
      </FormField>
      <FormField
        form={form}
        name={`queueDecisions.${index}.buttonSentiment`}
        label={<FormattedMessage id="Admin.Decisions.Button" />}
      >
        {({ value, onChange }) => (
          <Select
            value={value ?? 'Plain'}
            disabled={locked}
            options={choices('Button', [...buttonSentiments, 'Plain'])}
            onValueChange={chosen => onChange(buttonSentiments.find(each => each === chosen) ?? null)}
          />
        )}
      </FormField>
      <FormField
        form={form}
        name={`queueDecisions.${index}.reasons`}
        className="sm:col-span-2"
        label={<FormattedMessage id="Admin.Decisions.Reasons" />}
        required
      >
        {({ value, onChange }) => (
          <TagInput
            value={value}
            disabled={locked}
            normalize={text => text.trim().toLowerCase()}
            validate={text =>
              text.trim().length > caseLimits.reason
                ? intl.formatMessage({ id: 'Common.TooLong' }, { limit: caseLimits.reason })
                : undefined
            }
            onValueChange={reasons => onChange([...reasons])}
          />
        )}
      </FormField>
      <FormField
        form={form}
        name={`queueDecisions.${index}.fqlAction`}
        className="sm:col-span-2"
        label={<FormattedMessage id="Admin.Decisions.Statement" />}
        description={<FormattedMessage id="Admin.Decisions.Statement.Text" />}
      >
        {({ value, onChange }) => (
          <Textarea dir="ltr" className="font-mono" rows={2} disabled={locked} value={value} onChange={onChange} />
        )}
      </FormField>
      <EntryButtons
        labels={{ up: 'Admin.Decisions.Up', down: 'Admin.Decisions.Down', remove: 'Admin.Decisions.Remove' }}
        index={index}
        last={last}
        locked={locked}
        onMove={onMove}
        onRemove={onRemove}
      />
    </section>
  )
}
