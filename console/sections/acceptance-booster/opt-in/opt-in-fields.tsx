import { Badge, Callout, Heading, NumberInput, Radio, RadioGroup, Switch } from '@assay/design-system'
import { type BoosterSettings, type BoosterSharing, boosterLimits } from '@assay/risk-service/contract'
import type { UseFormReturn } from 'react-hook-form'
import { useController } from 'react-hook-form'
import { FormattedMessage, useIntl } from 'react-intl'
import { FormField } from '../../../platform/forms/form-field.tsx'
import { ConsentBox } from './consent-box.tsx'
import type { OptInForm } from './opt-in-form.ts'
import { SharedValues } from './shared-values.tsx'

interface OptInFieldsProps {
  environmentId: string
  form: UseFormReturn<OptInForm, unknown, BoosterSharing>
  stored: BoosterSettings
  locked: boolean
  mayChange: boolean
  consent: { needed: boolean; agreed: boolean; onAgree: (agreed: boolean) => void }
}

const levels = ['standard', 'raw'] as const

/** The switch, and while it is on: what is shared, value by value, what is held out, and the consent. */
export function OptInFields({ environmentId, form, stored, locked, mayChange, consent }: OptInFieldsProps) {
  const intl = useIntl()
  const on = useController({ control: form.control, name: 'on' }).field
  const level = useController({ control: form.control, name: 'level' }).field
  return (
    <>
      <div className="flex max-w-prose flex-col gap-4 px-page">
        {mayChange ? null : (
          <Callout tone="info">
            <FormattedMessage id="Environments.ReadOnly" />
          </Callout>
        )}
        <Switch
          label={
            <span className="font-medium">
              <FormattedMessage id="Booster.Switch" />
            </span>
          }
          description={<FormattedMessage id="Booster.About" />}
          checked={on.value}
          disabled={locked}
          onCheckedChange={on.onChange}
        />
        {on.value ? (
          <section className="flex flex-col gap-2">
            <Heading level={2} size="md">
              <FormattedMessage id="Booster.Shared" />
            </Heading>
            <RadioGroup
              variant="card"
              aria-label={intl.formatMessage({ id: 'Booster.Shared' })}
              value={level.value}
              disabled={locked}
              onValueChange={level.onChange}
            >
              {levels.map(each => (
                <Radio
                  key={each}
                  value={each}
                  label={
                    <>
                      <FormattedMessage id={`Booster.Level.${each}.Name`} />{' '}
                      {stored.level === each ? (
                        <Badge>
                          <FormattedMessage id="Booster.InForce" />
                        </Badge>
                      ) : null}
                    </>
                  }
                  description={<FormattedMessage id={`Booster.Level.${each}.Text`} />}
                />
              ))}
            </RadioGroup>
          </section>
        ) : null}
      </div>
      {on.value ? (
        <>
          <SharedValues environmentId={environmentId} />
          <div className="flex max-w-prose flex-col gap-4 px-page">
            <FormField
              form={form}
              name="holdOut"
              label={<FormattedMessage id="Booster.HoldOut" />}
              description={<FormattedMessage id="Booster.HoldOut.Text" />}
            >
              {({ value, onChange }) => (
                <NumberInput
                  percent
                  min={0}
                  max={boosterLimits.holdOut}
                  maximumFractionDigits={0}
                  className="max-w-[8rem]"
                  disabled={locked}
                  value={value}
                  onValueChange={onChange}
                />
              )}
            </FormField>
            {mayChange ? <ConsentBox {...consent} participants={stored.participants} locked={locked} /> : null}
          </div>
        </>
      ) : null}
    </>
  )
}
