import { Checkbox, CheckboxGroup, Field } from '@assay/design-system'
import { type RoleId, roleNameIn } from '@assay/risk-service/contract'
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
          <Checkbox
            key={role}
            label={<bdi dir="ltr">{roleNameIn(role, kind)}</bdi>}
            checked={value.includes(role)}
            onCheckedChange={checked =>
              onChange(offered.filter(each => (each === role ? checked === true : value.includes(each))))
            }
          />
        ))}
      </CheckboxGroup>
    </Field>
  )
}
