import { Button, Field, Icon, Select, Textarea } from '@assay/design-system'
import { type CaseConfiguration, caseLimits } from '@assay/risk-service/contract'
import { Plus } from 'lucide-react'
import { type UseFormReturn, useFieldArray } from 'react-hook-form'
import { FormattedMessage, useIntl } from 'react-intl'
import { FormField } from '../../../platform/forms/form-field.tsx'
import { DecisionFieldset } from './decision-fields.tsx'
import { type DecisionForm, newDecision } from './decision-form.ts'

interface DecisionListProps {
  form: UseFormReturn<DecisionForm, unknown, CaseConfiguration>
  values: DecisionForm
  locked: boolean
}

/** The decisions as fields, with the default of queues and the challenge. */
export function DecisionList({ form, values, locked }: DecisionListProps) {
  const intl = useIntl()
  const { fields, append, move, remove } = useFieldArray({
    control: form.control,
    name: 'queueDecisions',
    keyName: 'key',
  })
  const { defaultIndex } = values
  const setDefault = (index: number) => form.setValue('defaultIndex', index, { shouldDirty: true })
  return (
    <>
      {fields.map(({ key }, index) => (
        <DecisionFieldset
          key={key}
          form={form}
          index={index}
          last={index === fields.length - 1}
          locked={locked}
          onMove={to => {
            move(index, to)
            // The default stays the same decision.
            setDefault(defaultIndex === index ? to : defaultIndex === to ? index : defaultIndex)
          }}
          onRemove={() => {
            remove(index)
            setDefault(defaultIndex > index ? defaultIndex - 1 : defaultIndex === index ? 0 : defaultIndex)
          }}
        />
      ))}
      {locked ? null : (
        <div>
          <Button
            start={<Icon icon={Plus} />}
            disabled={fields.length >= caseLimits.decisions}
            onClick={() => append(newDecision())}
          >
            <FormattedMessage id="Admin.Decisions.Add" />
          </Button>
        </div>
      )}
      <Field
        label={<FormattedMessage id="Admin.Decisions.Default" />}
        description={<FormattedMessage id="Admin.Decisions.Default.Text" />}
      >
        <Select
          value={String(defaultIndex)}
          disabled={locked}
          options={values.queueDecisions.map(({ name }, index) => ({
            value: String(index),
            label: name.trim() || intl.formatMessage({ id: 'Admin.Decisions.Number' }, { number: index + 1 }),
          }))}
          onValueChange={value => setDefault(Number(value))}
        />
      </Field>
      <FormField
        form={form}
        name="challengeAction"
        label={<FormattedMessage id="Admin.Decisions.Challenge" />}
        description={<FormattedMessage id="Admin.Decisions.Challenge.Text" />}
      >
        {({ value, onChange }) => (
          <Textarea dir="ltr" className="font-mono" rows={2} disabled={locked} value={value} onChange={onChange} />
        )}
      </FormField>
    </>
  )
}
