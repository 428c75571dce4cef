import { Checkbox, CheckboxGroup, Field } from '@assay/design-system'
import { type RoleId, roleNameIn } from '@assay/risk-service/contract'
import { useId } from 'react'
import { FormattedMessage } from 'react-intl'
import { useEnvironment } from '../../../platform/environments/environments.tsx'

interface RoleListProps {
  /** Roles that the user may assign. */
  offered: readonly RoleId[]
  value: readonly RoleId[]
  /** Id of the message about what is wrong with them. */
  error: string | null
  onChange: (roles: RoleId[]) => void
}

/** The roles to choose from, under the names that they have in the environment. */
export function RoleList({ offered, value, error, onChange }: RoleListProps) {
  const purposeId = useId()
  const { kind } = useEnvironment()
  return (
    <Field
      label={<FormattedMessage id="Applications.Roles" />}
      required
      labelEnd={
        <span className="text-xs text-fg-secondary">
          <FormattedMessage id="Access.Roles.Chosen" values={{ count: value.length, total: offered.length }} />
        </span>
      }
      {...(error === null ? {} : { error: <FormattedMessage id={error} /> })}
    >
      <CheckboxGroup>
        {offered.map(role => (
          <div key={role} className="flex items-center justify-between gap-3">
            <Checkbox
              label={<bdi dir="ltr">{roleNameIn(role, kind)}</bdi>}
              aria-describedby={`${purposeId}${role}`}
              checked={value.includes(role)}
              onCheckedChange={checked =>
                onChange(offered.filter(each => (each === role ? checked === true : value.includes(each))))
              }
            />
            <span id={`${purposeId}${role}`} className="text-end text-xs text-fg-secondary">
              <FormattedMessage id={`Access.Purpose.${role}`} />
            </span>
          </div>
        ))}
      </CheckboxGroup>
    </Field>
  )
}
