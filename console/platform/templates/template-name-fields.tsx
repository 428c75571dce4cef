import { Field, Input } from '@assay/design-system'
import { defined, templateLimits } from '@assay/risk-service/contract'
import type { ReactNode } from 'react'
import { FormattedMessage } from 'react-intl'
import { DescriptionField } from '../forms/description-field.tsx'

export type TemplateNameIssue = 'missing' | 'taken' | 'rule'
export interface TemplateDetails {
  name: string
  description: string
}

interface TemplateNameFieldsProps extends TemplateDetails {
  /** Id of the message at the name. */
  nameError: string | null
  /** What a name may hold, where it is more than any text. */
  help?: ReactNode
  /** While it is on its way, nothing is typed that would not be in it. */
  readOnly?: boolean
  onChange: (named: TemplateDetails) => void
}
/** What is said of each at the name. */
export const templateNameMessages: Readonly<Record<TemplateNameIssue, string>> = {
  missing: 'Lists.Name.Missing',
  taken: 'Templates.Name.Taken',
  rule: 'Authoring.Name.characters',
}

/** Why the library cannot take these; null when it can. */
export const validateTemplateName = ({ name }: TemplateDetails): TemplateNameIssue | null =>
  name.trim() === '' ? 'missing' : null
export const isTooLong = ({ description }: TemplateDetails): boolean =>
  description.trim().length > templateLimits.description

/** Name and description, of a template or of what is made of one. */
export function TemplateNameFields({
  name,
  description,
  nameError,
  help,
  readOnly = false,
  onChange,
}: TemplateNameFieldsProps) {
  return (
    <>
      <Field
        label={<FormattedMessage id="Common.Name" />}
        required
        {...defined({ description: help })}
        {...(nameError ? { error: <FormattedMessage id={nameError} /> } : {})}
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
