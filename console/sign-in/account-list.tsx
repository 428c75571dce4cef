import { Avatar, DirectionalIcon, Icon, Spinner, useRovingFocus } from '@assay/design-system'
import type { SignInAccount, SignInData } from '@assay/risk-service/contract'
import { ChevronDown, ChevronRight } from 'lucide-react'
import { type MouseEvent, useEffect, useRef, useState } from 'react'
import { FormattedMessage, useIntl } from 'react-intl'
import { RoleName } from './role-name.tsx'
import { shortListLength } from './sign-in-data.ts'

const more = 'more'
const row =
  'flex w-full items-center gap-3 rounded-control px-3 text-start focus-ring-inset hover:bg-surface-hover focus-visible:bg-surface-hover'

/**
 * The accounts as one column of buttons: arrows move, Enter signs in. Choosing posts a form, which needs no script of
 * the provider.
 */
export function AccountList({
  data,
  onChoose,
}: {
  data: Pick<SignInData, 'accounts' | 'action' | 'tenant'>
  /** Instead of posting the form. */
  onChoose?: ((account: SignInAccount) => void) | undefined
}) {
  const intl = useIntl()
  const [all, setAll] = useState(false)
  const [chosen, setChosen] = useState<SignInAccount | null>(null)
  const form = useRef<HTMLFormElement>(null)
  const shown = all ? data.accounts : data.accounts.slice(0, shortListLength)
  const hidden = data.accounts.length - shown.length
  const { containerProps, itemProps } = useRovingFocus({
    items: [...shown.map(account => account.id), ...(hidden > 0 ? [more] : [])],
    axis: 'block',
    initial: data.accounts[0]?.id,
  })
  // The first account is focused when the page opens, and the first new one when the list grows.
  const first = data.accounts[all ? shortListLength : 0]?.id
  useEffect(() => {
    if (first) form.current?.querySelector<HTMLElement>(`[data-roving="${CSS.escape(first)}"]`)?.focus()
  }, [first])

  const choose = (account: SignInAccount) => (event: MouseEvent) => {
    if (chosen || onChoose) event.preventDefault()
    if (chosen) return
    setChosen(account)
    onChoose?.(account)
  }
  return (
    <form
      ref={form}
      method="post"
      action={data.action}
      className="p-2"
      aria-label={intl.formatMessage({ id: 'SignIn.Page.Accounts' }, { tenant: data.tenant.name })}
      {...containerProps}
    >
      <ul>
        {shown.map(account => (
          <li key={account.id}>
            <button
              type="submit"
              name="account"
              value={account.id}
              onClick={choose(account)}
              {...(chosen === account ? { 'aria-busy': true } : {})}
              {...itemProps(account.id)}
              className={`${row} flex-wrap py-2 sm:flex-nowrap`}
            >
              <Avatar name={account.name} size={32} />
              <span className="min-w-0 flex-1">
                <span className="block truncate font-medium text-fg">
                  <bdi>{account.name}</bdi>
                </span>
                <span className="block truncate text-xs text-fg-muted">
                  <bdi dir="ltr">{account.username}</bdi>
                </span>
                <span className="block text-xs text-fg-muted sm:hidden">
                  <RoleName role={account.role} />
                </span>
              </span>
              <span className="hidden shrink-0 text-xs text-fg-muted sm:block">
                <RoleName role={account.role} />
              </span>
              {chosen === account ? <Spinner /> : <DirectionalIcon icon={ChevronRight} className="text-fg-secondary" />}
            </button>
          </li>
        ))}
        {hidden > 0 ? (
          <li>
            <button
              type="button"
              aria-expanded={false}
              onClick={() => setAll(true)}
              {...itemProps(more)}
              className={`${row} min-h-10 text-fg-secondary`}
            >
              <span className="flex w-8 justify-center">
                <Icon icon={ChevronDown} />
              </span>
              <FormattedMessage id="SignIn.Page.ShowMore" values={{ count: hidden }} />
            </button>
          </li>
        ) : null}
      </ul>
      <p role="status" className="sr-only">
        {chosen ? <FormattedMessage id="SignIn.Page.Busy" values={{ name: chosen.name }} /> : null}
      </p>
    </form>
  )
}
