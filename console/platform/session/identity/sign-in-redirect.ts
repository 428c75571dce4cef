import type { AccountInfo, IPublicClientApplication } from '@azure/msal-browser'
import { isStorageOpen, tabStorage } from '../../storage/browser-storage.ts'
import { authorityOf, signedOutPath, type TokenResource, tokenScopes } from './authority.ts'
import { recordRedirect } from './redirect-limit.ts'
import { loopCode, SignInError, storageCode } from './sign-in-error.ts'

/** Sent before the page is left for a sign-in, so that open forms can put typed text into session storage. */
export const beforeSignInEvent = 'assay:before-sign-in'

/** `account`: the account of this tab. The provider may have another one by now that another tab signed in. */
interface RedirectOptions {
  prompt?: 'select_account'
  resource?: TokenResource
  account?: AccountInfo | undefined
}

let leaving: Promise<never> | null = null

/** The page is being left for a sign-in: open forms have stored their input, so that no leave guard needs to ask. */
export const isLeavingForSignIn = (): boolean => leaving !== null

/**
 * Leaves for the sign-in page, once, however many calls were refused at the same moment.
 * @throws SignInError when the tab cannot store anything, or after too many redirects
 */
export function redirectToSignIn(
  client: IPublicClientApplication,
  tenantId: string,
  options: RedirectOptions = {},
): Promise<never> {
  leaving ??= startRedirect(client, tenantId, options).catch((error: unknown) => {
    leaving = null
    throw error
  })
  return leaving
}

/** What follows happens after the way back, so the promise does not end. */
async function startRedirect(
  client: IPublicClientApplication,
  tenantId: string,
  { prompt, resource = 'production', account }: RedirectOptions,
): Promise<never> {
  // Without it the way back would not be recognised, and the circle could not even be counted.
  if (!isStorageOpen('session')) throw new SignInError(storageCode)
  if (!recordRedirect(tabStorage)) throw new SignInError(loopCode)
  window.dispatchEvent(new Event(beforeSignInEvent))
  // A user who returns by the browser's Back button finds the page unchanged.
  window.addEventListener(
    'pageshow',
    () => {
      leaving = null
    },
    { once: true },
  )
  const start = location.pathname === signedOutPath ? `${location.origin}/` : location.href
  await client.loginRedirect({
    scopes: tokenScopes(resource),
    authority: authorityOf(tenantId),
    redirectStartPage: start,
    ...(prompt ? { prompt } : {}),
    ...(account ? { account } : {}),
  })
  return new Promise<never>(() => undefined)
}
