import type { AccountInfo, AuthenticationResult, IPublicClientApplication } from '@azure/msal-browser'
import { siteConfiguration } from '../site/site-configuration.ts'
import { authorityOf, createClient, tokenScopes } from './client.ts'
import { codeOf, loopCode, needsInteraction, SignInError, timeoutCode } from './errors.ts'
import { forgetRedirects, noteRedirect } from './redirects.ts'
import { clearSessionData, defaultTenantName, rememberDirectoryRoles, rememberTenant, requestedTenant, type RequestedTenant } from './tenant.ts'

/** The signed-in user of the product specification, section 3. */
export interface SessionUser {
  /** Object id in the directory. */
  id: string
  name: string
  username: string
  tenantId: string
  /** Directory role template ids. */
  wids: readonly string[]
}
export interface SignedInState {
  client: IPublicClientApplication
  account: AccountInfo
  user: SessionUser
}
export type StartResult = { kind: 'signed-in'; state: SignedInState } | { kind: 'signed-out' } | { kind: 'redirecting' }

/** Nothing may wait for the identity provider longer than this: milliseconds. */
const silentLimit = 30_000
/** Sent before the page is left for a sign-in, so that open forms can put typed text into session storage. */
export const beforeSignInEvent = 'assay:before-sign-in'

let current: SignedInState | null = null
let pending: Promise<StartResult> | null = null
let library: Promise<IPublicClientApplication> | null = null

async function identityLibrary(): Promise<IPublicClientApplication> {
  library ??= (async () => {
    const client = createClient(requestedTenant().id)
    await client.initialize()
    return client
  })()
  return library
}

/** Leaves for the sign-in page; what follows happens after the way back, so the promise does not end. */
async function redirectToSignIn(client: IPublicClientApplication, tenantId: string, prompt?: 'select_account'): Promise<never> {
  if (!noteRedirect(sessionStorage)) throw new SignInError(loopCode)
  window.dispatchEvent(new Event(beforeSignInEvent))
  const start = location.pathname === '/signed-out' ? `${location.origin}/` : location.href
  await client.loginRedirect({
    scopes: tokenScopes(), authority: authorityOf(tenantId), redirectStartPage: start, ...(prompt ? { prompt } : {}),
  })
  return new Promise<never>(() => undefined)
}

function accountFor(client: IPublicClientApplication, tenant: RequestedTenant, result: AuthenticationResult | null): AccountInfo | null {
  const accounts = client.getAllAccounts()
  // Several accounts of one tenant: the one that just signed in or was used last comes before the order of the cache.
  const preferred = [result?.account ?? null, client.getActiveAccount(), ...accounts].filter(account => account !== null)
  return (tenant.id ? preferred.find(account => account.tenantId === tenant.id) : undefined) ?? preferred[0] ?? null
}

function userOf(account: AccountInfo): SessionUser {
  const wids: unknown = account.idTokenClaims?.['wids']
  return {
    id: account.localAccountId, name: account.name ?? account.username, username: account.username, tenantId: account.tenantId,
    wids: Array.isArray(wids) ? wids.filter(id => typeof id === 'string') : [],
  }
}

async function start(): Promise<StartResult> {
  if (location.pathname === '/signed-out') {
    // The provider hands back a state that nobody needs.
    if (location.search) history.replaceState(null, '', '/signed-out')
    return { kind: 'signed-out' }
  }
  const tenant = requestedTenant()
  const client = await identityLibrary()
  const title = document.title
  let result: AuthenticationResult | null = null
  try {
    result = await client.handleRedirectPromise()
  } catch (error) {
    if (codeOf(error) !== 'login_required') throw new SignInError(codeOf(error), error)
    return await redirectToSignIn(client, tenant.id)
  } finally {
    // The library writes its maker's name over it while it works.
    document.title = title
  }
  const account = accountFor(client, tenant, result)
  if (!account || (tenant.name !== defaultTenantName && account.tenantId !== tenant.id)) return await redirectToSignIn(client, tenant.id)
  client.setActiveAccount(account)
  forgetRedirects(sessionStorage)
  const user = userOf(account)
  rememberTenant({ id: user.tenantId, name: tenant.id === user.tenantId ? tenant.name : user.tenantId })
  rememberDirectoryRoles(user.wids)
  const url = new URL(location.href)
  if (url.searchParams.has('tenant')) {
    // Kept as the last tenant; the address is again one that can be sent to a colleague.
    url.searchParams.delete('tenant')
    history.replaceState(history.state, '', url)
  }
  current = { client, account, user }
  return { kind: 'signed-in', state: current }
}

/** Finds out who is signed in, once per page; leaves for the sign-in page when nobody fitting is. */
export function startSession(): Promise<StartResult> {
  pending ??= start().catch((error: unknown) => {
    throw error instanceof SignInError ? error : new SignInError(codeOf(error), error)
  })
  return pending
}

function within<T>(work: Promise<T>): Promise<T> {
  let timer: ReturnType<typeof setTimeout> | undefined
  const late = new Promise<never>((_resolve, reject) => {
    timer = setTimeout(() => reject(new SignInError(timeoutCode)), silentLimit)
  })
  return Promise.race([work, late]).finally(() => clearTimeout(timer))
}

/**
 * Access token for the service: from the cache, else renewed without the user noticing. Leaves for the sign-in page when only
 * the user can help.
 * @param options.forceRefresh after the service refused the token at hand
 * @throws SignInError for every other failure
 */
export async function acquireToken(options: { forceRefresh?: boolean } = {}): Promise<string> {
  const result = await startSession()
  if (result.kind !== 'signed-in' || !current) throw new SignInError(result.kind)
  const { client, account } = current
  if (!client.getAccount({ homeAccountId: account.homeAccountId, tenantId: account.tenantId })) {
    // Signed out in another tab.
    location.assign('/signed-out')
    return new Promise<never>(() => undefined)
  }
  try {
    const token = await within(client.acquireTokenSilent({
      scopes: tokenScopes(), account, authority: authorityOf(account.tenantId), forceRefresh: options.forceRefresh ?? false,
    }))
    return token.accessToken
  } catch (error) {
    if (needsInteraction(error)) return redirectToSignIn(client, account.tenantId)
    throw error instanceof SignInError ? error : new SignInError(codeOf(error), error)
  }
}

/** Ends the session here and at the provider; ends on `/signed-out`. */
export async function signOut(): Promise<void> {
  const client = await identityLibrary()
  const account = current?.account ?? client.getActiveAccount() ?? client.getAllAccounts()[0] ?? null
  if (!account) {
    clearSessionData()
    location.assign('/signed-out')
    return
  }
  clearSessionData()
  // Without the hint the provider stops on a page of its own.
  await client.logoutRedirect({
    account, authority: authorityOf(account.tenantId), postLogoutRedirectUri: `${location.origin}/signed-out`,
    ...(account.idToken ? { idTokenHint: account.idToken } : {}),
  })
}

/** Goes to another tenant: to the one given, else to the sign-in page, which offers the organisations. */
export async function switchTenant(tenantId?: string): Promise<void> {
  if (tenantId) {
    location.assign(`/?tenant=${encodeURIComponent(tenantId)}`)
    return
  }
  await signInWithAnotherAccount()
}

/** The sign-in page with all accounts, also while somebody is signed in. */
export async function signInWithAnotherAccount(): Promise<void> {
  forgetRedirects(sessionStorage)
  const client = await identityLibrary()
  await redirectToSignIn(client, current?.user.tenantId ?? requestedTenant().id, 'select_account')
}

/** Starts the sign-in anew after a failure. */
export function retrySignIn(): void {
  forgetRedirects(sessionStorage)
  location.assign(location.pathname === '/signed-out' ? '/' : location.href)
  if (location.hash) location.reload()
}

/** Build shown on pages before the shell. */
export function buildVersion(): string {
  return siteConfiguration().build
}
