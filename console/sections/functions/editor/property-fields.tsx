import { Field, Input, Select } from '@assay/design-system'
import { declaredTypes } from '@assay/risk-service/contract'
import { FormattedMessage, useIntl } from 'react-intl'
import type { FunctionProperty } from '../function-draft.ts'

interface PropertyFieldsProps {
  property: FunctionProperty
  canEdit: boolean
  onChange: (change: Partial<FunctionProperty>) => void
}

/** What a property is, above its code. */
export function PropertyFields({ property, canEdit, onChange }: PropertyFieldsProps) {
  const intl = useIntl()
  return (
    <div className="grid shrink-0 gap-3 border-be border-line-subtle px-4 py-3 sm:grid-cols-[8.5rem_minmax(0,1fr)_minmax(0,2fr)]">
      <Field label={<FormattedMessage id="Functions.DataType" />}>
        <Select
          size="sm"
          disabled={!canEdit}
          value={property.type}
          onValueChange={type => onChange({ type })}
          options={declaredTypes.map(each => ({
            value: each,
            label: intl.formatMessage({ id: `Functions.Type.${each}` }),
          }))}
        />
      </Field>
      <Field label={<FormattedMessage id="Functions.Default" />}>
        <Input
          size="sm"
          mono
          dir="ltr"
          readOnly={!canEdit}
          value={property.default}
          maxLength={1000}
          spellCheck={false}
          onChange={event => onChange({ default: event.target.value })}
        />
      </Field>
      <Field label={<FormattedMessage id="Common.Description" />}>
        <Input
          size="sm"
          dir="auto"
          readOnly={!canEdit}
          value={property.description}
          maxLength={500}
          onChange={event => onChange({ description: event.target.value })}
        />
      </Field>
    </div>
  )
}
