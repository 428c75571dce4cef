import { defined } from '@assay/risk-service/contract'
import type { AccountInfo } from '@azure/msal-browser'
import { endTabPreview } from '../rights-preview/tab-preview.ts'
import { siteConfiguration } from '../site/site-configuration.ts'
import { tabStorage } from '../storage/browser-storage.ts'
import { authorityOf, signedOutPath } from './identity/authority.ts'
import { identityLibrary } from './identity/identity-library.ts'
import { resetRedirects } from './identity/redirect-limit.ts'
import { redirectToSignIn } from './identity/sign-in-redirect.ts'
import { endStoredSession } from './identity/stored-session.ts'
import { clearSessionData, requestedTenant, tenantNames } from './identity/tenant.ts'
import { inPageSession } from './in-page-session.ts'
import { currentSession } from './session.ts'
import { tenantOf } from './session-account.ts'

/**
 * Tenants with an account in this browser, the current one first: switching between them needs no new sign-in.
 * @param accounts accounts in the cache of the identity library
 */
export function listTenants(
  accounts: readonly AccountInfo[],
): { id: string; name: string; username: string; current: boolean }[] {
  const inPage = inPageSession()
  if (inPage)
    return inPage.tenants.map(({ id, name }) => ({ id, name, username: '', current: id === inPage.user.tenantId }))
  const session = currentSession()
  if (!session) return []
  const { account, user } = session
  const names = tenantNames()
  const all = [account, ...accounts].map(each => ({
    id: tenantOf(each) || user.tenantId,
    username: each.username,
    current: each === account,
  }))
  return all
    .filter(({ id }, index) => all.findIndex(each => each.id === id) === index)
    .map(each => ({ ...each, name: names[each.id] ?? each.id }))
}

/** Ends the session here and at the provider; ends on `/signed-out`. */
export async function signOut(): Promise<void> {
  await endTabPreview()
  const inPage = inPageSession()
  if (inPage) return inPage.chooseAccount()
  const client = await identityLibrary()
  const account = currentSession()?.account ?? client.getActiveAccount() ?? client.getAllAccounts()[0] ?? null
  const idToken =
    account?.idToken ??
    (account && client.getAccount({ homeAccountId: account.homeAccountId, tenantId: account.tenantId }))?.idToken
  endStoredSession()
  if (!account) {
    clearSessionData()
    location.assign(signedOutPath)
    return
  }
  clearSessionData()
  // Without the hint the provider stops on a page of its own.
  await client.logoutRedirect({
    account,
    authority: authorityOf(account.tenantId),
    postLogoutRedirectUri: location.origin + signedOutPath,
    ...defined({ idTokenHint: idToken }),
  })
}

/** Switches to this tenant; without one to the sign-in page, which offers the organisations. */
export async function switchTenant(tenantId?: string): Promise<void> {
  const inPage = inPageSession()
  if (inPage) return inPage.chooseAccount(tenantId)
  if (tenantId) {
    location.assign(`/?tenant=${encodeURIComponent(tenantId)}`)
    return
  }
  await signInWithAnotherAccount()
}

/** The sign-in page with all accounts, even for a signed-in user. */
export async function signInWithAnotherAccount(): Promise<void> {
  const inPage = inPageSession()
  if (inPage) return inPage.chooseAccount()
  resetRedirects(tabStorage)
  const client = await identityLibrary()
  await redirectToSignIn(client, currentSession()?.user.tenantId ?? requestedTenant().id, { prompt: 'select_account' })
}

/** Starts another sign-in after a failure. */
export function retrySignIn(): void {
  resetRedirects(tabStorage)
  location.assign(location.pathname === signedOutPath ? '/' : location.href)
  if (location.hash) location.reload()
}

/** Build shown on pages before the shell. */
export function buildVersion(): string {
  return siteConfiguration().build
}
