import { MultiSelect, TagInput } from '@assay/design-system'
import { caseLimits, caseOptionLimits, listChanges, personalDataKinds } from '@assay/risk-service/contract'
import { useWatch } from 'react-hook-form'
import { FormattedMessage, useIntl } from 'react-intl'
import { useEnvironments } from '../../../platform/environments/environments.tsx'
import { familyRoles } from '../../../platform/permissions/family-roles.ts'
import { OptionField, type OptionFieldsProps } from './option-field.tsx'

const folded = (text: string) => text.trim().toLowerCase()

/** Words that are suggested as tags, and the reasons on offer for each change of a support list. */
export function TextOptions({ form, defaults, locked }: OptionFieldsProps) {
  const intl = useIntl()
  const tooLong = (limit: number) => (text: string) =>
    text.trim().length > limit ? intl.formatMessage({ id: 'Common.TooLong' }, { limit }) : undefined
  const countText = (count: number) => <FormattedMessage id="Admin.Options.Count" values={{ count }} />
  return (
    <>
      {listChanges.map(change => (
        <OptionField
          key={change}
          form={form}
          locked={locked}
          name={`listReasons.${change}`}
          option="listReasons"
          labelValues={{
            status: intl.formatMessage({ id: `Admin.Options.listReasons.${change}` }),
            limit: caseOptionLimits.listReason,
          }}
          initial={defaults.listReasons[change]}
          initialText={countText(defaults.listReasons[change].length)}
        >
          {({ value, onChange }) => (
            <TagInput
              value={value}
              disabled={locked}
              normalize={folded}
              validate={tooLong(caseOptionLimits.listReason)}
              onValueChange={reasons => onChange([...reasons])}
            />
          )}
        </OptionField>
      ))}
      <OptionField
        form={form}
        locked={locked}
        name="tags"
        option="tags"
        labelValues={{ limit: caseLimits.tag }}
        initial={defaults.tags}
        initialText={<FormattedMessage id="Admin.Options.None" />}
      >
        {({ value, onChange }) => (
          <TagInput
            value={value}
            disabled={locked}
            normalize={folded}
            validate={tooLong(caseLimits.tag)}
            onValueChange={tags => onChange([...tags])}
          />
        )}
      </OptionField>
    </>
  )
}

/** The kinds of personal data that each role sees masked. */
export function MaskingOptions({ form, defaults, locked }: OptionFieldsProps) {
  const intl = useIntl()
  const { session } = useEnvironments()
  const stored = useWatch({ control: form.control, name: 'masking' })
  // A role of the other family that was masked earlier stays.
  const roles = [
    ...new Set([...familyRoles[session.tenant.roleFamily], ...(Object.keys(stored) as (keyof typeof stored)[])]),
  ]
  const kinds = personalDataKinds.map(kind => ({
    value: kind,
    label: intl.formatMessage({ id: `PersonalData.Kind.${kind}` }),
  }))
  return (
    <OptionField
      form={form}
      locked={locked}
      name="masking"
      option="masking"
      initial={defaults.masking}
      initialText={<FormattedMessage id="Admin.Options.masking.Off" />}
    >
      {({ value, onChange }) => (
        <div className="grid gap-x-4 gap-y-1 sm:grid-cols-[minmax(0,1fr)_minmax(0,1fr)]">
          {roles.map(role => {
            const name = intl.formatMessage({ id: `SignIn.Role.${role}` })
            return (
              <div key={role} className="contents">
                <span aria-hidden className="self-center">
                  {name}
                </span>
                <MultiSelect
                  id={`masking-${role}`}
                  aria-label={intl.formatMessage({ id: 'Admin.Options.masking.Role' }, { role: name })}
                  summary
                  selectAll
                  disabled={locked}
                  placeholder={intl.formatMessage({ id: 'Admin.Options.masking.SeesAll' })}
                  options={kinds}
                  value={value[role] ?? []}
                  onValueChange={chosen => {
                    const { [role]: _before, ...others } = value
                    const masked = personalDataKinds.filter(kind => chosen.includes(kind))
                    onChange(masked.length === 0 ? others : { ...others, [role]: masked })
                  }}
                />
              </div>
            )
          })}
        </div>
      )}
    </OptionField>
  )
}
