import {
  DropdownMenuItem,
  DropdownMenuRadioGroup,
  DropdownMenuRadioItem,
  DropdownMenuSeparator,
  DropdownMenuSub,
  DropdownMenuSubContent,
  DropdownMenuSubTrigger,
  Icon,
} from '@assay/design-system'
import type { AccountInfo } from '@azure/msal-browser'
import { MsalProvider, useMsal } from '@azure/msal-react'
import { Building2 } from 'lucide-react'
import { FormattedMessage } from 'react-intl'
import { identityClient, listTenants, switchTenant } from '../../platform/session/index.ts'

/**
 * To another organization: without a new sign-in where this browser holds an account of it, else over the sign-in page.
 */
export function SwitchTenant() {
  const client = identityClient()
  return client ? (
    <MsalProvider instance={client}>
      <AccountTenants />
    </MsalProvider>
  ) : (
    <TenantMenu accounts={[]} />
  )
}

function AccountTenants() {
  const { accounts } = useMsal()
  return <TenantMenu accounts={accounts} />
}

function TenantMenu({ accounts }: { accounts: readonly AccountInfo[] }) {
  const tenants = listTenants(accounts)
  const label = <FormattedMessage id="Shell.Account.SwitchTenant" />
  if (tenants.length < 2)
    return (
      <DropdownMenuItem start={<Icon icon={Building2} />} onSelect={() => void switchTenant()}>
        {label}
      </DropdownMenuItem>
    )
  return (
    <DropdownMenuSub>
      <DropdownMenuSubTrigger start={<Icon icon={Building2} />}>{label}</DropdownMenuSubTrigger>
      <DropdownMenuSubContent>
        <DropdownMenuRadioGroup
          value={tenants.find(({ current }) => current)?.id ?? ''}
          onValueChange={id => void switchTenant(id)}
        >
          {tenants.map(({ id, name }) => (
            <DropdownMenuRadioItem key={id} value={id}>
              <bdi>{name}</bdi>
            </DropdownMenuRadioItem>
          ))}
        </DropdownMenuRadioGroup>
        <DropdownMenuSeparator />
        <DropdownMenuItem onSelect={() => void switchTenant()}>
          <FormattedMessage id="Shell.Account.OtherTenant" />
        </DropdownMenuItem>
      </DropdownMenuSubContent>
    </DropdownMenuSub>
  )
}
