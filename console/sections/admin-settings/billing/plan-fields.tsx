import { DateField, Heading, Input, NumberInput, Select } from '@assay/design-system'
import { type MeteredCapability, meteredCapabilities, type Plan } from '@assay/risk-service/contract'
import type { UseFormReturn } from 'react-hook-form'
import { FormattedMessage, useIntl } from 'react-intl'
import { FormField } from '../../../platform/forms/form-field.tsx'
import { cycleLengths, type PlanForm } from './plan-form.ts'

interface PlanFieldsProps {
  form: UseFormReturn<PlanForm, unknown, Plan>
  locked: boolean
}

/** The fields of the plan. Nobody sells an installation of one's own: its administrators enter what counts. */
export function PlanFields({ form, locked }: PlanFieldsProps) {
  const intl = useIntl()
  return (
    <section className="flex max-w-prose flex-col gap-4">
      <div>
        <Heading level={2} size="md">
          <FormattedMessage id="Billing.Edit" />
        </Heading>
        <p className="text-fg-secondary">
          <FormattedMessage id="Billing.Edit.Text" />
        </p>
      </div>
      <FormField form={form} name="name" label={<FormattedMessage id="Billing.Name" />}>
        {({ value, onChange }) => (
          <Input
            dir="auto"
            disabled={locked}
            placeholder={intl.formatMessage({ id: 'Billing.Name.Default' })}
            value={value}
            onChange={onChange}
          />
        )}
      </FormField>
      <div className="grid gap-4 sm:grid-cols-3">
        <FormField form={form} name="startsOn" deps={['endsOn']} label={<FormattedMessage id="Billing.StartsOn" />}>
          {({ value, onChange }) => <DateField disabled={locked} value={value} onValueChange={onChange} />}
        </FormField>
        <FormField form={form} name="cycleMonths" label={<FormattedMessage id="Billing.CycleMonths" />}>
          {({ value, onChange }) => (
            <Select<string>
              disabled={locked}
              value={String(value)}
              options={cycleLengths.map(months => ({
                value: String(months),
                label: intl.formatNumber(months, { style: 'unit', unit: 'month', unitDisplay: 'long' }),
              }))}
              onValueChange={next => onChange(Number(next))}
            />
          )}
        </FormField>
        <FormField form={form} name="endsOn" label={<FormattedMessage id="Billing.EndsOn.Field" />}>
          {({ value, onChange }) => <DateField disabled={locked} value={value} onValueChange={onChange} />}
        </FormField>
      </div>
      <div className="grid gap-4 sm:grid-cols-3">
        {meteredCapabilities.map(capability => (
          <UnitsField key={capability} capability={capability} form={form} locked={locked} />
        ))}
      </div>
      <FormField
        form={form}
        name="monthlyCost"
        label={<FormattedMessage id="Billing.MonthlyCost" />}
        description={<FormattedMessage id="Billing.MonthlyCost.Text" />}
      >
        {({ value, onChange }) => (
          <div className="max-w-[16rem]">
            <NumberInput currency="USD" min={0} disabled={locked} value={value} onValueChange={onChange} />
          </div>
        )}
      </FormField>
    </section>
  )
}

function UnitsField({ capability, form, locked }: PlanFieldsProps & { capability: MeteredCapability }) {
  const intl = useIntl()
  return (
    <FormField
      form={form}
      name={`purchased.${capability}`}
      label={
        <FormattedMessage
          id="Billing.PurchasedOf"
          values={{ capability: intl.formatMessage({ id: `Usage.Capability.${capability}` }) }}
        />
      }
    >
      {({ value, onChange }) => (
        <NumberInput
          min={0}
          maximumFractionDigits={0}
          hideSteppers
          disabled={locked}
          placeholder={intl.formatMessage({ id: 'Usage.NoLimit' })}
          value={value}
          onValueChange={onChange}
        />
      )}
    </FormField>
  )
}
