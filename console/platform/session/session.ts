import type { AccountInfo, AuthenticationResult, IPublicClientApplication } from '@azure/msal-browser'
import { siteConfiguration } from '../site/site-configuration.ts'
import { clearTokenCache, repairAccountList, tabStorage } from '../storage/browser-storage.ts'
import {
  asCachedAccount,
  authorityOf,
  createIdentityClient,
  signedOutPath,
  silentTimeout,
  type TokenResource,
  tokenScopes,
} from './identity-client.ts'
import { inPageSession } from './in-page-session.ts'
import { resetRedirects } from './redirect-limit.ts'
import { chooseAccount, requiresSignIn, type SessionUser, sessionUserOf, tenantOf } from './session-account.ts'
import { errorCodeOf, needsInteraction, SignInError, timeoutCode } from './sign-in-error.ts'
import { redirectToSignIn } from './sign-in-redirect.ts'
import {
  clearSessionData,
  requestedTenant,
  storeDirectoryRoles,
  storeTabAccount,
  storeTenant,
  tabAccount,
  tenantNames,
} from './tenant.ts'

export type { SessionUser }
export interface SignedInState {
  client: IPublicClientApplication
  account: AccountInfo
  user: SessionUser
}
export type StartResult =
  | { kind: 'signed-in'; state: Pick<SignedInState, 'user'> }
  | { kind: 'signed-out' }
  | { kind: 'redirecting' }

let current: SignedInState | null = null
let pending: Promise<StartResult> | null = null
let library: Promise<IPublicClientApplication> | null = null

async function identityLibrary(): Promise<IPublicClientApplication> {
  library ??= (async () => {
    const client = createIdentityClient(requestedTenant().id)
    repairAccountList()
    await client.initialize()
    return client
  })()
  return library
}

async function start(): Promise<StartResult> {
  if (location.pathname === signedOutPath) {
    // The provider hands back a state that nobody needs.
    if (location.search) history.replaceState(null, '', signedOutPath)
    return { kind: 'signed-out' }
  }
  const tenant = requestedTenant()
  const client = await identityLibrary()
  const title = document.title
  let result: AuthenticationResult | null = null
  try {
    result = await client.handleRedirectPromise()
  } catch (error) {
    if (errorCodeOf(error) !== 'login_required') throw new SignInError(errorCodeOf(error), error)
    return await redirectToSignIn(client, tenant.id)
  } finally {
    // The library writes its maker's name over it while it works.
    document.title = title
  }
  const accounts = client.getAllAccounts()
  const own = tabAccount()
  const ownAccount = accounts.find(each => each.homeAccountId === own?.homeAccountId && each.tenantId === own.tenantId)
  const account = chooseAccount(accounts, tenant.id, [result?.account, ownAccount, client.getActiveAccount()])
  // Somebody else is known, but whom this tab belongs to signed out elsewhere: nobody becomes another person without
  // being asked.
  if (account && own && !ownAccount && !result)
    return await redirectToSignIn(client, tenant.id, { prompt: 'select_account' })
  if (account === null || requiresSignIn(account, tenant)) return await redirectToSignIn(client, tenant.id)
  client.setActiveAccount(account)
  storeTabAccount({ homeAccountId: account.homeAccountId, tenantId: account.tenantId })
  const user = sessionUserOf(account, tenant.id)
  storeTenant({
    id: user.tenantId,
    name: tenant.id === user.tenantId ? tenant.name : (tenantNames()[user.tenantId] ?? user.tenantId),
  })
  storeDirectoryRoles(user.wids)
  const url = new URL(location.href)
  if (url.searchParams.has('tenant')) {
    // Kept as the last tenant; the address is again one that can be sent to a colleague.
    url.searchParams.delete('tenant')
    history.replaceState(history.state, '', url)
  }
  current = { client, account, user }
  return { kind: 'signed-in', state: current }
}

/** A token cache that cannot be read costs a sign-in, and nothing else. */
async function restartSession(error: unknown): Promise<StartResult> {
  const cause = error instanceof SignInError ? error.cause : error
  if (!(cause instanceof SyntaxError || cause instanceof TypeError)) throw error
  library = null
  clearTokenCache()
  return start()
}

/** Finds out who is signed in, once per page; leaves for the sign-in page when nobody fitting is. */
export function startSession(): Promise<StartResult> {
  const inPage = inPageSession()
  if (inPage) return Promise.resolve({ kind: 'signed-in', state: inPage })
  pending ??= start()
    .catch(restartSession)
    .catch((error: unknown) => {
      throw error instanceof SignInError ? error : new SignInError(errorCodeOf(error), error)
    })
  return pending
}

function withTimeout<T>(work: Promise<T>): Promise<T> {
  let timer: ReturnType<typeof setTimeout> | undefined
  const late = new Promise<never>((_resolve, reject) => {
    timer = setTimeout(() => reject(new SignInError(timeoutCode)), silentTimeout)
  })
  return Promise.race([work, late]).finally(() => clearTimeout(timer))
}

/**
 * Access token for the service: from the cache, else renewed without the user noticing. Leaves for the sign-in page
 * when only the user can help.
 * @param options.resource which of the two resource URIs the token is for
 * @param options.forceRefresh after the service refused the token at hand
 * @throws SignInError for every other failure
 */
export async function acquireToken({
  resource = 'production',
  forceRefresh = false,
}: {
  resource?: TokenResource
  forceRefresh?: boolean
} = {}): Promise<string> {
  const inPage = inPageSession()
  if (inPage) return inPage.token()
  const result = await startSession()
  if (result.kind !== 'signed-in' || !current) throw new SignInError(result.kind)
  const { client, account } = current
  const isSignedIn = () =>
    client.getAccount({ homeAccountId: account.homeAccountId, tenantId: account.tenantId }) !== null
  if (!isSignedIn()) repairAccountList()
  if (!isSignedIn()) {
    // Signed out in another tab.
    location.assign(signedOutPath)
    return new Promise<never>(() => undefined)
  }
  try {
    const token = await withTimeout(
      client.acquireTokenSilent({
        scopes: tokenScopes(resource),
        account: asCachedAccount(account),
        authority: authorityOf(account.tenantId),
        forceRefresh,
      }),
    )
    if (!token.account || token.account.homeAccountId === account.homeAccountId) return token.accessToken
  } catch (error) {
    if (needsInteraction(error)) return redirectToSignIn(client, account.tenantId, { resource, account })
    throw error instanceof SignInError ? error : new SignInError(errorCodeOf(error), error)
  }
  // A provider that heeds no hint gave the token of whom another tab signed in. It is never used here: the user says
  // who this tab is.
  return redirectToSignIn(client, account.tenantId, { resource, prompt: 'select_account' })
}

let accepted = false

/**
 * The service took a token. Only now it is known that the way to the sign-in was worth it: the provider alone may go
 * round in circles.
 */
export function recordAcceptedToken(): void {
  if (accepted) return
  accepted = true
  resetRedirects(tabStorage)
}

/** The service refused a fresh token, too: only a new sign-in can help. */
export async function signInAgain(): Promise<never> {
  inPageSession()?.chooseAccount()
  if (inPageSession()) return new Promise<never>(() => undefined)
  const client = await identityLibrary()
  return redirectToSignIn(client, current?.account.tenantId ?? requestedTenant().id, { account: current?.account })
}

/** The identity library of the signed-in user; null while nobody is and over sample data. */
export function identityClient(): IPublicClientApplication | null {
  return current?.client ?? null
}

/**
 * Tenants with an account in this browser, the current one first: switching between them needs no new sign-in.
 * @param accounts what the identity library holds
 */
export function listTenants(
  accounts: readonly AccountInfo[],
): { id: string; name: string; username: string; current: boolean }[] {
  const inPage = inPageSession()
  if (inPage)
    return inPage.tenants.map(({ id, name }) => ({ id, name, username: '', current: id === inPage.user.tenantId }))
  if (!current) return []
  const { account, user } = current
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
  const inPage = inPageSession()
  if (inPage) return inPage.chooseAccount()
  const client = await identityLibrary()
  const account = current?.account ?? client.getActiveAccount() ?? client.getAllAccounts()[0] ?? null
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
    ...(account.idToken ? { idTokenHint: account.idToken } : {}),
  })
}

/** Goes to another tenant: to the one given, else to the sign-in page, which offers the organisations. */
export async function switchTenant(tenantId?: string): Promise<void> {
  const inPage = inPageSession()
  if (inPage) return inPage.chooseAccount(tenantId)
  if (tenantId) {
    location.assign(`/?tenant=${encodeURIComponent(tenantId)}`)
    return
  }
  await signInWithAnotherAccount()
}

/** The sign-in page with all accounts, also while somebody is signed in. */
export async function signInWithAnotherAccount(): Promise<void> {
  const inPage = inPageSession()
  if (inPage) return inPage.chooseAccount()
  resetRedirects(tabStorage)
  const client = await identityLibrary()
  await redirectToSignIn(client, current?.user.tenantId ?? requestedTenant().id, { prompt: 'select_account' })
}

/** Starts the sign-in anew after a failure. */
export function retrySignIn(): void {
  resetRedirects(tabStorage)
  location.assign(location.pathname === signedOutPath ? '/' : location.href)
  if (location.hash) location.reload()
}

/** Build shown on pages before the shell. */
export function buildVersion(): string {
  return siteConfiguration().build
}
