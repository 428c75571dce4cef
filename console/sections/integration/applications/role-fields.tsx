import { Checkbox, CheckboxGroup, Field } from '@assay/design-system'
import { type ApplicationRole, applicationRoleNames, applicationRoles } from '@assay/risk-service/contract'
import { FormattedMessage } from 'react-intl'
import { useEnvironment } from '../../../platform/environments/environments.tsx'

interface RoleFieldsProps {
  value: readonly ApplicationRole[]
  /** Roles that the user may assign and revoke. */
  mayAssign: readonly ApplicationRole[]
  /** Id of the message about what is wrong with them. */
  error: string | null
  onChange: (roles: ApplicationRole[]) => void
}

/** What an application may do, under the names that its tokens have in the environment. */
export function RoleFields({ value, mayAssign, error, onChange }: RoleFieldsProps) {
  const { kind, parentId } = useEnvironment()
  // A role from before an environment was moved stays visible until it is removed.
  const offered = applicationRoles.filter(
    role => role !== 'ProvisioningApi' || parentId === null || value.includes(role),
  )
  return (
    <Field
      label={<FormattedMessage id="Applications.Roles" />}
      required
      {...(error === null ? {} : { error: <FormattedMessage id={error} /> })}
    >
      <CheckboxGroup>
        {offered.map(role => (
          <Checkbox
            key={role}
            label={<bdi dir="ltr">{applicationRoleNames[role][kind]}</bdi>}
            description={<FormattedMessage id={`Applications.Role.${role}`} />}
            disabled={!mayAssign.includes(role)}
            checked={value.includes(role)}
            onCheckedChange={checked =>
              onChange(applicationRoles.filter(each => (each === role ? checked === true : value.includes(each))))
            }
          />
        ))}
      </CheckboxGroup>
    </Field>
  )
}
