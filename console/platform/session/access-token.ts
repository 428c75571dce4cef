import { defined } from '@assay/risk-service/contract'
import type { AccountInfo, AuthenticationResult, IPublicClientApplication } from '@azure/msal-browser'
import { clearTokenCache, repairAccountList, tabStorage } from '../storage/browser-storage.ts'
import {
  asCachedAccount,
  authorityOf,
  signedOutPath,
  silentTimeout,
  type TokenResource,
  tokenScopes,
} from './identity/authority.ts'
import { identityLibrary, loadedIdentityLibrary, resetIdentityLibrary } from './identity/identity-library.ts'
import { resetRedirects } from './identity/redirect-limit.ts'
import { errorCodeOf, needsInteraction, SignInError, timeoutCode } from './identity/sign-in-error.ts'
import { redirectToSignIn } from './identity/sign-in-redirect.ts'
import { hasStoredSession, isFresh, readStoredSession, storeSession } from './identity/stored-session.ts'
import { requestedTenant } from './identity/tenant.ts'
import { inPageSession } from './in-page-session.ts'
import { currentSession, isDamage, isSameAccount, type SignedInState, startSession } from './session.ts'

function withTimeout<T>(work: Promise<T>): Promise<T> {
  let timer: ReturnType<typeof setTimeout> | undefined
  const late = new Promise<never>((_resolve, reject) => {
    timer = setTimeout(() => reject(new SignInError(timeoutCode)), silentTimeout)
  })
  return Promise.race([work, late]).finally(() => clearTimeout(timer))
}

/** The token that the visit began with, until the identity library is loaded or the user signed out in another tab. */
function storedToken({ tokens }: SignedInState, resource: TokenResource): string | undefined {
  const stored = tokens[resource]
  return stored && isFresh(stored) && loadedIdentityLibrary() === null && hasStoredSession() ? stored.token : undefined
}

/** Stores a new token for the next visit. */
function recordToken(
  session: SignedInState,
  resource: TokenResource,
  { accessToken, expiresOn }: Pick<AuthenticationResult, 'accessToken' | 'expiresOn'>,
): void {
  if (!expiresOn || session.tokens[resource]?.token === accessToken) return
  session.tokens[resource] = { token: accessToken, expiresAt: expiresOn.getTime() }
  const { homeAccountId, environment, tenantId, username, localAccountId, loginHint, name, idTokenClaims } =
    session.account
  const account = {
    homeAccountId,
    environment,
    tenantId,
    username,
    localAccountId,
    ...defined({ loginHint, name, idTokenClaims }),
  }
  void storeSession({ account, tokens: session.tokens })
}

/** The identity library of a visit that began without it; a damaged token cache is cleared. */
async function signedInLibrary(account: AccountInfo): Promise<IPublicClientApplication> {
  const isFirst = loadedIdentityLibrary() === null
  const client = await identityLibrary().catch((error: unknown) => {
    if (!isDamage(error)) throw error
    resetIdentityLibrary()
    clearTokenCache()
    return identityLibrary()
  })
  if (isFirst) client.setActiveAccount(account)
  return client
}

function holdsAccount(client: IPublicClientApplication, { homeAccountId, tenantId }: AccountInfo): boolean {
  const holds = () => client.getAccount({ homeAccountId, tenantId }) !== null
  if (holds()) return true
  repairAccountList()
  return holds()
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
  const { kind } = await startSession()
  const session = currentSession()
  if (kind !== 'signed-in' || !session) throw new SignInError(kind)
  const { account } = session
  const token = forceRefresh ? undefined : storedToken(session, resource)
  if (token !== undefined) return token
  const client = await signedInLibrary(account)
  if (!holdsAccount(client, account)) {
    const isStored = hasStoredSession()
    const stored = await readStoredSession()
    // Nobody signed out: the library lost the accounts of its cache, or the browser the keys of both.
    if (isStored && (stored === null || isSameAccount(stored.account, account)))
      return redirectToSignIn(client, account.tenantId, { resource, account })
    location.assign(signedOutPath)
    return new Promise<never>(() => undefined)
  }
  try {
    const result = await withTimeout(
      client.acquireTokenSilent({
        scopes: tokenScopes(resource),
        account: asCachedAccount(account),
        authority: authorityOf(account.tenantId),
        forceRefresh,
      }),
    )
    if (!result.account || result.account.homeAccountId === account.homeAccountId) {
      recordToken(session, resource, result)
      return result.accessToken
    }
  } catch (error) {
    if (needsInteraction(error)) return redirectToSignIn(client, account.tenantId, { resource, account })
    throw error instanceof SignInError ? error : new SignInError(errorCodeOf(error), error)
  }
  // A provider that ignores the hint issued the token of an account that another tab signed in. It is never used here:
  // the user chooses the account of this tab.
  return redirectToSignIn(client, account.tenantId, { resource, prompt: 'select_account' })
}

let accepted = false

/**
 * The service accepted a token. Only this ends a possible loop: a sign-in that succeeds at the provider can still be
 * refused by the service.
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
  const account = currentSession()?.account
  return redirectToSignIn(client, account?.tenantId ?? requestedTenant().id, { account })
}

/** Delay after which a page that began without the identity library fetches it: milliseconds. */
const renewalDelay = 5000

/** Fetches the identity library after the figures of the page, so that a renewal depends on the provider alone. */
export function prepareRenewal(): () => void {
  const timer = setTimeout(() => void identityClient()?.catch(() => undefined), renewalDelay)
  return () => clearTimeout(timer)
}

/** The identity library of the signed-in user; null without a user and over sample data. */
export function identityClient(): Promise<IPublicClientApplication> | null {
  const session = currentSession()
  return session && signedInLibrary(session.account)
}
