import type { AccountInfo, AuthenticationResult } from '@azure/msal-browser'
import { clearTokenCache } from '../storage/browser-storage.ts'
import { signedOutPath } from './identity/authority.ts'
import { identityLibrary, resetIdentityLibrary } from './identity/identity-library.ts'
import { errorCodeOf, SignInError } from './identity/sign-in-error.ts'
import { redirectToSignIn } from './identity/sign-in-redirect.ts'
import { canStartFromStore, readStoredSession, type StoredSession } from './identity/stored-session.ts'
import {
  type RequestedTenant,
  requestedTenant,
  storeDirectoryRoles,
  storeTabAccount,
  storeTenant,
  type TabAccount,
  tabAccount,
  tenantNames,
} from './identity/tenant.ts'
import { inPageSession } from './in-page-session.ts'
import { chooseAccount, requiresSignIn, type SessionUser, sessionUserOf } from './session-account.ts'

export type { SessionUser }
export interface SignedInState {
  account: AccountInfo
  user: SessionUser
  /** Tokens that the visit began with, replaced by newer ones of the identity library. */
  tokens: StoredSession['tokens']
}
export type StartResult =
  | { kind: 'signed-in'; state: Pick<SignedInState, 'user'> }
  | { kind: 'signed-out' }
  | { kind: 'redirecting' }

let current: SignedInState | null = null
let pending: Promise<StartResult> | null = null

/** The session of the signed-in user; null while nobody is and over sample data. */
export const currentSession = (): SignedInState | null => current

export const isSameAccount = (one: TabAccount, other: TabAccount): boolean =>
  one.homeAccountId === other.homeAccountId && one.tenantId === other.tenantId

/** Makes the account that of the visit: of this tab, its tenant and its address. */
function openSession(account: AccountInfo, tenant: RequestedTenant, tokens: StoredSession['tokens'] = {}): StartResult {
  storeTabAccount({ homeAccountId: account.homeAccountId, tenantId: account.tenantId })
  const user = sessionUserOf(account, tenant.id)
  storeTenant({
    id: user.tenantId,
    name: tenant.id === user.tenantId ? tenant.name : (tenantNames()[user.tenantId] ?? user.tenantId),
  })
  storeDirectoryRoles(user.wids)
  const url = new URL(location.href)
  if (url.searchParams.has('tenant')) {
    // Stored as the last tenant; without it the address can be sent to a colleague.
    url.searchParams.delete('tenant')
    history.replaceState(history.state, '', url)
  }
  current = { account, user, tokens }
  return { kind: 'signed-in', state: current }
}

/** Begins with the stored session, without the identity library; null when this visit needs another account. */
async function startFromStore(tenant: RequestedTenant): Promise<StartResult | null> {
  const stored = canStartFromStore() ? await readStoredSession() : null
  if (stored === null || requiresSignIn(stored.account, tenant)) return null
  const own = tabAccount()
  if (own && !isSameAccount(own, stored.account)) return null
  return openSession(stored.account, tenant, stored.tokens)
}

async function start(): Promise<StartResult> {
  if (location.pathname === signedOutPath) {
    // The provider returns a state that the console does not need.
    if (location.search) history.replaceState(null, '', signedOutPath)
    return { kind: 'signed-out' }
  }
  const tenant = requestedTenant()
  const stored = await startFromStore(tenant)
  if (stored) return stored
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
  const ownAccount = own ? accounts.find(each => isSameAccount(each, own)) : undefined
  const account = chooseAccount(accounts, tenant.id, [result?.account, ownAccount, client.getActiveAccount()])
  // Another account exists, but the account of this tab signed out elsewhere: the user has to choose the account.
  if (account && own && !ownAccount && !result)
    return await redirectToSignIn(client, tenant.id, { prompt: 'select_account' })
  if (account === null || requiresSignIn(account, tenant)) return await redirectToSignIn(client, tenant.id)
  client.setActiveAccount(account)
  return openSession(account, tenant)
}

/** The errors of the identity library over a damaged cache. */
export const isDamage = (error: unknown): boolean => error instanceof SyntaxError || error instanceof TypeError

/** A token cache that cannot be read costs a sign-in, and nothing else. */
async function restartSession(error: unknown): Promise<StartResult> {
  if (!isDamage(error instanceof SignInError ? error.cause : error)) throw error
  resetIdentityLibrary()
  clearTokenCache()
  return start()
}

/** Determines the signed-in user, once per page; leaves for the sign-in page when no account matches. */
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
