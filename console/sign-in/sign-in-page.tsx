import {
  BrandMark,
  Button,
  Callout,
  DropdownMenu,
  DropdownMenuContent,
  DropdownMenuItem,
  DropdownMenuTrigger,
  Icon,
  Separator,
} from '@assay/design-system'
import type { SignInAccount, SignInData } from '@assay/risk-service/contract'
import { Building2, ChevronDown, Info } from 'lucide-react'
import { useEffect } from 'react'
import { FormattedMessage, useIntl } from 'react-intl'
import { AccountList } from './account-list.tsx'
import { SignInFooter } from './sign-in-footer.tsx'

/** The choice stays in the page instead of being posted: sample data has nobody to post it to. */
export interface InPageChoice {
  onAccount: (account: SignInAccount) => void
  /** By the `url` of the organisation. */
  onOrganisation: (url: string) => void
}

/** The embedded provider's sign-in: one column, the accounts of one organisation, and the way to the others. */
export function SignInPage({ data, inPage }: { data: SignInData; inPage?: InPageChoice }) {
  const intl = useIntl()
  const title = intl.formatMessage({ id: 'SignIn.Page.Title' })
  useEffect(() => {
    document.title = title
  }, [title])
  const [only, ...others] = data.organisations
  return (
    <div className="flex min-h-dvh flex-col bg-canvas text-sm text-fg">
      <main className="flex flex-1 flex-col items-center justify-center py-8">
        <BrandMark size={40} />
        <h1 className="mbs-4 px-4 text-center text-xl font-semibold">{title}</h1>
        <p className="mbs-1 px-4 text-center text-md text-fg-secondary">
          <bdi>{data.tenant.name}</bdi>
        </p>
        <div className="mbs-6 w-full sm:max-w-dialog-sm">
          {data.exposed ? (
            <Callout tone="warning" className="mbe-3">
              <FormattedMessage id="SignIn.Page.Exposed" />
            </Callout>
          ) : null}
          <div className="border-y border-line-subtle bg-surface sm:rounded-dialog sm:border-x">
            {data.accounts.length > 0 ? (
              <AccountList key={data.tenant.id} data={data} onChoose={inPage?.onAccount} />
            ) : (
              <p className="p-5 text-center text-fg-secondary">
                <FormattedMessage id="SignIn.Page.NoAccounts" />
              </p>
            )}
            {only ? (
              <div className="px-5 pbe-3">
                <Separator className="mbe-3" />
                <div className="flex justify-end">
                  {inPage && others.length === 0 ? (
                    <Button variant="ghost" onClick={() => inPage.onOrganisation(only.url)}>
                      <Icon icon={Building2} />
                      <FormattedMessage id="SignIn.Page.SwitchOrganisation" />
                    </Button>
                  ) : others.length === 0 ? (
                    <Button asChild variant="ghost">
                      <a href={only.url}>
                        <Icon icon={Building2} />
                        <FormattedMessage id="SignIn.Page.SwitchOrganisation" />
                      </a>
                    </Button>
                  ) : (
                    <DropdownMenu>
                      <DropdownMenuTrigger asChild>
                        <Button variant="ghost">
                          <Icon icon={Building2} />
                          <FormattedMessage id="SignIn.Page.SwitchOrganisation" />
                          <Icon icon={ChevronDown} size={12} />
                        </Button>
                      </DropdownMenuTrigger>
                      <DropdownMenuContent align="end">
                        {data.organisations.map(({ name, url }) => (
                          <DropdownMenuItem
                            key={url}
                            onSelect={() => (inPage ? inPage.onOrganisation(url) : location.assign(url))}
                          >
                            <bdi>{name}</bdi>
                          </DropdownMenuItem>
                        ))}
                      </DropdownMenuContent>
                    </DropdownMenu>
                  )}
                </div>
              </div>
            ) : null}
          </div>
          {data.accounts.length > 0 ? (
            <p className="mbs-3 flex gap-2 px-3 text-xs text-fg-muted">
              <Icon icon={Info} />
              <span>
                <FormattedMessage id={inPage ? 'SampleData.Accounts.Note' : 'SignIn.Page.DemoNote'} />
              </span>
            </p>
          ) : null}
        </div>
      </main>
      <SignInFooter build={data.build} status={!inPage} />
    </div>
  )
}
