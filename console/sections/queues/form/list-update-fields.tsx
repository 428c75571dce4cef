import { Button, Icon, IconButton, NumberInput, Select } from '@assay/design-system'
import { caseLimits, supportListIds, supportLists, supportStatuses } from '@assay/risk-service/contract'
import { Plus, Trash2 } from 'lucide-react'
import { useFieldArray, useWatch } from 'react-hook-form'
import { FormattedMessage, useIntl } from 'react-intl'
import { FormField } from '../../../platform/forms/form-field.tsx'
import type { QueueFieldsProps } from './main-fields.tsx'

/** Statuses that a quick decision gives values of the event on support lists, and for how many days. */
export function ListUpdateFields({ form, index }: Pick<QueueFieldsProps, 'form'> & { index: number }) {
  const intl = useIntl()
  const name = `quickDecisions.${index}.lists` as const
  const { fields, append, remove } = useFieldArray({ control: form.control, name, keyName: 'fieldId' })
  const used = (useWatch({ control: form.control, name }) ?? []).map(({ list }) => list)
  const free = supportListIds.find(list => !used.includes(list))
  return (
    <div role="group" aria-label={intl.formatMessage({ id: 'Queues.Quick.Lists' })} className="flex flex-col gap-2">
      <p className="text-sm font-medium">
        <FormattedMessage id="Queues.Quick.Lists" />
      </p>
      {fields.map(({ fieldId }, place) => {
        const number = { number: place + 1 }
        return (
          <div key={fieldId} className="grid grid-cols-[minmax(0,1fr)_auto] items-start gap-2">
            <FormField
              form={form}
              name={`${name}.${place}.list`}
              labelHidden
              label={<FormattedMessage id="Queues.Quick.List" values={number} />}
            >
              {({ value, onChange }) => (
                <Select
                  options={supportListIds
                    .filter(list => list === value || !used.includes(list))
                    .map(list => ({ value: list, label: supportLists[list].name }))}
                  value={value}
                  onValueChange={onChange}
                />
              )}
            </FormField>
            <FormField
              form={form}
              name={`${name}.${place}.status`}
              labelHidden
              label={<FormattedMessage id="Queues.Quick.Status" values={number} />}
            >
              {({ value, onChange }) => (
                <Select
                  options={supportStatuses.map(status => ({
                    value: status,
                    label: intl.formatMessage({ id: `SupportStatus.${status}` }),
                  }))}
                  value={value}
                  onValueChange={onChange}
                />
              )}
            </FormField>
            <FormField
              form={form}
              name={`${name}.${place}.days`}
              labelHidden
              label={<FormattedMessage id="Queues.Quick.Days" values={number} />}
            >
              {({ value, onChange }) => (
                <NumberInput
                  min={1}
                  max={caseLimits.listDays}
                  placeholder={intl.formatMessage({ id: 'Queues.Quick.Days.None' })}
                  end={<FormattedMessage id="Queues.Quick.Days.Unit" />}
                  value={value}
                  onValueChange={onChange}
                />
              )}
            </FormField>
            <IconButton
              icon={Trash2}
              label={intl.formatMessage({ id: 'Queues.Quick.List.Remove' }, number)}
              onClick={() => remove(place)}
            />
          </div>
        )
      })}
      {free === undefined ? null : (
        <Button
          size="sm"
          variant="ghost"
          className="self-start"
          start={<Icon icon={Plus} size={12} />}
          onClick={() => append({ list: free, status: 'Watch', days: 30 })}
        >
          <FormattedMessage id="Queues.Quick.List.Add" />
        </Button>
      )}
    </div>
  )
}
