import { Button, Icon, Input, Select } from '@assay/design-system'
import { caseOptionLimits, linkIcons } from '@assay/risk-service/contract'
import { Plus } from 'lucide-react'
import { useFieldArray } from 'react-hook-form'
import { FormattedMessage, useIntl } from 'react-intl'
import { FormField } from '../../../platform/forms/form-field.tsx'
import { EntryButtons } from '../frame/entry-buttons.tsx'
import type { OptionFieldsProps } from './option-field.tsx'
import { newLink } from './option-form.ts'
import { OptionMark } from './option-mark.tsx'

/** Samples in empty fields: the same in every language. */
const sampleUrl = 'https://desk.example/orders/#'
const sampleField = 'user.userId'

/** Links on the page of an event to other applications, in their order. */
export function LinkOptions({ form, locked }: OptionFieldsProps) {
  const intl = useIntl()
  const { fields, append, move, remove } = useFieldArray({
    control: form.control,
    name: 'externalLinks',
    keyName: 'key',
  })
  const title = intl.formatMessage({ id: 'Admin.Options.links' })
  return (
    <div role="group" aria-label={title} className="flex flex-col gap-2">
      <div className="flex items-baseline justify-between gap-2">
        <p className="text-xs font-medium text-fg-secondary">{title}</p>
        <OptionMark
          name={title}
          value={<FormattedMessage id="Admin.Options.None" />}
          onReset={
            fields.length === 0 || locked ? null : () => form.setValue('externalLinks', [], { shouldDirty: true })
          }
        />
      </div>
      <p className="text-xs text-fg-muted">
        <FormattedMessage id="Admin.Options.links.Text" />
      </p>
      {fields.map(({ key }, index) => {
        const number = { number: index + 1 }
        return (
          <section
            key={key}
            aria-label={intl.formatMessage({ id: 'Admin.Options.links.Number' }, number)}
            className="grid gap-3 rounded-card border border-line-subtle p-3 sm:grid-cols-2"
          >
            <FormField
              form={form}
              name={`externalLinks.${index}.name`}
              label={<FormattedMessage id="Common.Name" />}
              required
            >
              {({ value, onChange }) => <Input dir="auto" disabled={locked} value={value} onChange={onChange} />}
            </FormField>
            <FormField
              form={form}
              name={`externalLinks.${index}.icon`}
              label={<FormattedMessage id="Admin.Options.links.Icon" />}
            >
              {({ value, onChange }) => (
                <Select
                  value={value}
                  disabled={locked}
                  onValueChange={onChange}
                  options={linkIcons.map(icon => ({
                    value: icon,
                    label: intl.formatMessage({ id: `Admin.Options.links.Icon.${icon}` }),
                  }))}
                />
              )}
            </FormField>
            <FormField
              form={form}
              name={`externalLinks.${index}.url`}
              label={<FormattedMessage id="Admin.Options.links.Url" />}
              required
            >
              {({ value, onChange }) => (
                <Input
                  dir="ltr"
                  inputMode="url"
                  placeholder={sampleUrl}
                  disabled={locked}
                  value={value}
                  onChange={onChange}
                />
              )}
            </FormField>
            <FormField
              form={form}
              name={`externalLinks.${index}.field`}
              label={<FormattedMessage id="Admin.Options.links.Field" />}
              required
            >
              {({ value, onChange }) => (
                <Input dir="ltr" placeholder={sampleField} disabled={locked} value={value} onChange={onChange} />
              )}
            </FormField>
            <EntryButtons
              labels={{
                up: 'Admin.Options.links.Up',
                down: 'Admin.Options.links.Down',
                remove: 'Admin.Options.links.Remove',
              }}
              index={index}
              last={index === fields.length - 1}
              locked={locked}
              onMove={to => move(index, to)}
              onRemove={() => remove(index)}
            />
          </section>
        )
      })}
      {locked ? null : (
        <div>
          <Button
            start={<Icon icon={Plus} />}
            disabled={fields.length >= caseOptionLimits.links}
            onClick={() => append(newLink())}
          >
            <FormattedMessage id="Admin.Options.links.Add" />
          </Button>
        </div>
      )}
    </div>
  )
}
