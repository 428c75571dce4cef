import { Field, NumberInput, SegmentedControl, Switch } from '@assay/design-system'
import { caseOptionLimits, maturityDays, nextCaseModes } from '@assay/risk-service/contract'
import { FormattedMessage, FormattedNumber, useIntl } from 'react-intl'
import { OptionField, type OptionFieldsProps } from './option-field.tsx'
import { optionRanges, scoreLimitProblem, type WholeOption } from './option-form.ts'

/** How people work on cases: what counts as decided, what can be changed, what comes next. */
export function WorkOptions({ form, defaults, locked }: OptionFieldsProps) {
  const intl = useIntl()
  const onOff = (on: boolean) => <FormattedMessage id={on ? 'Admin.Options.On' : 'Admin.Options.Off'} />
  return (
    <>
      {(['interimStatuses', 'corrections'] as const).map(name => (
        <OptionField
          key={name}
          form={form}
          locked={locked}
          name={name}
          option={name}
          initial={defaults[name]}
          initialText={onOff(defaults[name])}
        >
          {({ value, onChange }) => (
            <span className="flex items-center gap-2">
              <Switch
                aria-label={intl.formatMessage({ id: `Admin.Options.${name}` })}
                checked={value}
                disabled={locked}
                onCheckedChange={onChange}
              />
              <span aria-hidden>{onOff(value)}</span>
            </span>
          )}
        </OptionField>
      ))}
      <OptionField
        form={form}
        locked={locked}
        name="nextCase"
        option="nextCase"
        initial={defaults.nextCase}
        initialText={<FormattedMessage id={`Admin.Options.nextCase.${defaults.nextCase}`} />}
      >
        {({ value, onChange }) => (
          <SegmentedControl
            label={intl.formatMessage({ id: 'Admin.Options.nextCase' })}
            value={value}
            disabled={locked}
            onValueChange={onChange}
            segments={nextCaseModes.map(mode => ({
              value: mode,
              label: <FormattedMessage id={`Admin.Options.nextCase.${mode}`} />,
            }))}
          />
        )}
      </OptionField>
    </>
  )
}

/** A number within a range, with its unit. */
function WholeField({
  name,
  unit,
  form,
  defaults,
  locked,
}: OptionFieldsProps & { name: WholeOption; unit: 'second' | 'kilometer' | null }) {
  const range = optionRanges[name]
  const initial = defaults[name]
  return (
    <OptionField
      form={form}
      locked={locked}
      name={name}
      option={name}
      labelValues={range}
      initial={initial}
      initialText={
        initial === null ? (
          <FormattedMessage id="Admin.Options.NoLimit" />
        ) : unit === null ? (
          <FormattedNumber value={initial} />
        ) : (
          <FormattedNumber value={initial} style="unit" unit={unit} />
        )
      }
    >
      {({ value, onChange }) => (
        <div className="max-w-[12rem]">
          <NumberInput maximumFractionDigits={0} value={value} disabled={locked} onValueChange={onChange} />
        </div>
      )}
    </OptionField>
  )
}

/** Limits of time, and the days after which silence counts as good. */
export function TimeOptions(props: OptionFieldsProps) {
  const intl = useIntl()
  const { form, defaults, locked } = props
  const daysText = (days: number) => intl.formatNumber(days, { style: 'unit', unit: 'day', unitDisplay: 'long' })
  return (
    <>
      <WholeField name="countdownSeconds" unit="second" {...props} />
      <WholeField name="maxExtensions" unit={null} {...props} />
      <WholeField name="undoSeconds" unit="second" {...props} />
      <OptionField
        form={form}
        locked={locked}
        name="maturityDays"
        option="maturityDays"
        initial={defaults.maturityDays}
        initialText={daysText(defaults.maturityDays)}
      >
        {({ value, onChange }) => (
          <SegmentedControl
            label={intl.formatMessage({ id: 'Admin.Options.maturityDays' })}
            value={String(value)}
            disabled={locked}
            onValueChange={text => onChange(maturityDays.find(days => String(days) === text) ?? value)}
            segments={maturityDays.map(days => ({ value: String(days), label: daysText(days) }))}
          />
        )}
      </OptionField>
    </>
  )
}

/** What reviews cost and orders earn, and which distances are far. */
export function FigureOptions(props: OptionFieldsProps) {
  const { form, defaults, locked } = props
  const hidden = <FormattedMessage id="Admin.Options.Hidden" />
  return (
    <>
      <OptionField
        form={form}
        locked={locked}
        name="costs.hourlyCostUsd"
        option="hourlyCost"
        initial={defaults.costs.hourlyCostUsd}
        initialText={hidden}
      >
        {({ value, onChange }) => (
          <div className="max-w-[12rem]">
            <NumberInput
              currency="USD"
              min={0}
              max={1_000_000}
              maximumFractionDigits={2}
              disabled={locked}
              value={value === null ? null : value / 100}
              onValueChange={cost => onChange(cost === null ? null : Math.round(cost * 100))}
            />
          </div>
        )}
      </OptionField>
      <OptionField
        form={form}
        locked={locked}
        name="costs.margin"
        option="margin"
        initial={defaults.costs.margin}
        initialText={hidden}
      >
        {({ value, onChange }) => (
          <div className="max-w-[12rem]">
            <NumberInput
              percent
              min={0}
              max={100}
              maximumFractionDigits={1}
              disabled={locked}
              value={value === null ? null : Math.round(value * 1000) / 10}
              onValueChange={percent => onChange(percent === null ? null : percent / 100)}
            />
          </div>
        )}
      </OptionField>
      <WholeField name="farKm" unit="kilometer" {...props} />
      <ScoreLimitFields {...props} />
    </>
  )
}

/** The lower limits of the score bands 2 to 5. */
function ScoreLimitFields({ form, defaults, locked }: OptionFieldsProps) {
  const intl = useIntl()
  return (
    <OptionField
      form={form}
      locked={locked}
      name="scoreLimits"
      option="scoreLimits"
      labelValues={caseOptionLimits.scoreLimits}
      initial={defaults.scoreLimits}
      initialText={intl.formatList(
        defaults.scoreLimits.map(limit => intl.formatNumber(limit)),
        { type: 'unit' },
      )}
    >
      {({ value, onChange }) => (
        <div
          role="group"
          aria-label={intl.formatMessage({ id: 'Admin.Options.scoreLimits' })}
          className="flex flex-wrap gap-2"
        >
          {value.map((limit, index) => (
            <Field
              key={index}
              labelHidden
              className="w-[6.5rem]"
              label={<FormattedMessage id="Admin.Options.scoreLimits.Limit" values={{ band: index + 2 }} />}
            >
              <NumberInput
                maximumFractionDigits={0}
                value={limit}
                invalid={form.formState.isSubmitted && scoreLimitProblem(value, index) !== null}
                disabled={locked}
                onValueChange={next => onChange(value.map((each, place) => (place === index ? next : each)))}
              />
            </Field>
          ))}
        </div>
      )}
    </OptionField>
  )
}
