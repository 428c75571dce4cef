import { Field, Input } from '@assay/design-system'
import { FormattedMessage } from 'react-intl'
import { apiNameFrom, type BranchNameIssue } from '../branch.ts'

interface BranchNameFieldsProps {
  name: string
  apiName: string
  faults: { name: BranchNameIssue | null; apiName: BranchNameIssue | null }
  disabled?: boolean
  onChange: (names: { name: string; apiName: string }) => void
}

/** Name and API name of a branch; the second follows the first until it is written by hand. */
export function BranchNameFields({ name, apiName, faults, disabled = false, onChange }: BranchNameFieldsProps) {
  return (
    <>
      <Field
        label={<FormattedMessage id="Common.Name" />}
        required
        {...(faults.name ? { error: <FormattedMessage id={`Rules.Branch.Issue.${faults.name}`} /> } : {})}
      >
        <Input
          value={name}
          dir="auto"
          maxLength={80}
          disabled={disabled}
          onChange={event =>
            onChange({
              name: event.target.value,
              apiName: apiName === apiNameFrom(name) ? apiNameFrom(event.target.value) : apiName,
            })
          }
        />
      </Field>
      <Field
        label={<FormattedMessage id="Rules.Branch.ApiName" />}
        required
        description={<FormattedMessage id="Rules.Branch.ApiNameHelp" />}
        {...(faults.apiName ? { error: <FormattedMessage id={`Rules.Branch.Issue.${faults.apiName}`} /> } : {})}
      >
        <Input
          value={apiName}
          dir="ltr"
          mono
          maxLength={80}
          spellCheck={false}
          disabled={disabled}
          onChange={event => onChange({ name, apiName: event.target.value })}
        />
      </Field>
    </>
  )
}
