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
import { useQuery } from '@tanstack/react-query'
import { Building2 } from 'lucide-react'
import { FormattedMessage } from 'react-intl'
import { identityClient, listTenants, loadedIdentityLibrary, switchTenant } from '../../platform/session/index.ts'

/**
 * Switches to another organisation: without a new sign-in where this browser has an account of it, else over the
 * sign-in page.
 */
export function SwitchTenant() {
  const { data: client, isLoading } = useQuery({
    queryKey: ['identity-library'],
    queryFn: () => identityClient(),
    initialData: () => loadedIdentityLibrary() ?? undefined,
    staleTime: Number.POSITIVE_INFINITY,
    retry: false,
  })
  return <TenantMenu accounts={client?.getAllAccounts() ?? []} disabled={isLoading} />
}

interface TenantMenuProps {
  accounts: readonly AccountInfo[]
  /** While the accounts are loading. */
  disabled?: boolean
}

function TenantMenu({ accounts, disabled = false }: TenantMenuProps) {
  const tenants = listTenants(accounts)
  const label = <FormattedMessage id="Shell.Account.SwitchTenant" />
  if (tenants.length < 2)
    return (
      <DropdownMenuItem start={<Icon icon={Building2} />} disabled={disabled} onSelect={() => void switchTenant()}>
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
