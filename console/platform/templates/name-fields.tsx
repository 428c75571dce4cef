import { Field, Input } from '@assay/design-system'
import { templateLimits } from '@assay/risk-service/contract'
import type { ReactNode } from 'react'
import { FormattedMessage } from 'react-intl'
import { DescriptionField } from '../authoring/description-field.tsx'

export type NameFault = 'missing' | 'taken' | 'rule'
export interface Named {
  name: string
  description: string
}

interface NameFieldsProps extends Named {
  fault: NameFault | null
  /** What a name may hold, where it is more than any text. */
  help?: ReactNode
  /** While it is on its way, nothing is typed that would not be in it. */
  readOnly?: boolean
  onChange: (named: Named) => void
}
const faults: Readonly<Record<NameFault, string>> = {
  missing: 'Lists.Name.Missing',
  taken: 'Templates.Name.Taken',
  rule: 'Rules.Name.characters',
}

/** Why the library cannot take these; null when it can. */
export const nameFault = ({ name }: Named): NameFault | null => (name.trim() === '' ? 'missing' : null)
export const isTooLong = ({ description }: Named): boolean => description.trim().length > templateLimits.description

/** Name and description, of a template or of what is made of one. */
export function NameFields({ name, description, fault, help, readOnly = false, onChange }: NameFieldsProps) {
  return (
    <>
      <Field
        label={<FormattedMessage id="Environments.Column.Name" />}
        required
        {...(help === undefined ? {} : { description: help })}
        {...(fault ? { error: <FormattedMessage id={faults[fault]} /> } : {})}
      >
        <Input
          value={name}
          readOnly={readOnly}
          dir="auto"
          maxLength={templateLimits.name}
          spellCheck={false}
          autoComplete="off"
          onChange={event => onChange({ name: event.target.value, description })}
        />
      </Field>
      <DescriptionField
        value={description}
        rows={2}
        limit={templateLimits.description}
        readOnly={readOnly}
        onValueChange={text => onChange({ name, description: text })}
      />
    </>
  )
}
