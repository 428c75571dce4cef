import { Button, Icon, IconButton, Input, Select } from '@assay/design-system'
import { caseLimits } from '@assay/risk-service/contract'
import { Plus, Trash2 } from 'lucide-react'
import { useFieldArray } from 'react-hook-form'
import { FormattedMessage, useIntl } from 'react-intl'
import { FormField } from '../../../platform/forms/form-field.tsx'
import type { QueueFieldsProps } from './main-fields.tsx'

const kinds = ['yesNo', 'text'] as const

/** Questions that have to be answered before a case is decided, in their order. */
export function ChecklistFields({ form }: Pick<QueueFieldsProps, 'form'>) {
  const intl = useIntl()
  const { fields, append, remove } = useFieldArray({ control: form.control, name: 'checklist', keyName: 'key' })
  return (
    <div role="group" aria-label={intl.formatMessage({ id: 'Queues.Checklist' })} className="flex flex-col gap-2">
      <p className="font-medium">
        <FormattedMessage id="Queues.Checklist" />
      </p>
      {fields.map(({ key }, index) => (
        <div key={key} className="flex items-start gap-2">
          <FormField
            form={form}
            name={`checklist.${index}.label`}
            className="min-w-0 flex-1"
            labelHidden
            label={<FormattedMessage id="Queues.Checklist.Item" values={{ number: index + 1 }} />}
          >
            {({ value, onChange }) => <Input dir="auto" value={value} maxLength={200} onChange={onChange} />}
          </FormField>
          <FormField
            form={form}
            name={`checklist.${index}.kind`}
            labelHidden
            label={<FormattedMessage id="Queues.Checklist.Kind" values={{ number: index + 1 }} />}
          >
            {({ value, onChange }) => (
              <Select
                options={kinds.map(kind => ({
                  value: kind,
                  label: intl.formatMessage({ id: `Queues.Checklist.Kind.${kind}` }),
                }))}
                value={value}
                onValueChange={onChange}
              />
            )}
          </FormField>
          <IconButton
            icon={Trash2}
            label={intl.formatMessage({ id: 'Queues.Checklist.Remove' }, { number: index + 1 })}
            onClick={() => remove(index)}
          />
        </div>
      ))}
      {fields.length < caseLimits.checklist ? (
        <Button
          size="sm"
          className="self-start"
          start={<Icon icon={Plus} size={12} />}
          onClick={() => append({ id: crypto.randomUUID(), label: '', kind: 'yesNo' })}
        >
          <FormattedMessage id="Queues.Checklist.Add" />
        </Button>
      ) : null}
    </div>
  )
}
