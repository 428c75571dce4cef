import type { IPublicClientApplication } from '@azure/msal-browser'
import { repairAccountList } from '../../storage/browser-storage.ts'
import { libraryCode, SignInError } from './sign-in-error.ts'
import { requestedTenant } from './tenant.ts'

/** The code of the identity library: a fifth of what a visit fetches, and most visits begin without it. */
export const importIdentityClient = () => import('./identity-client.ts')

let loading: Promise<IPublicClientApplication> | null = null
let loaded: IPublicClientApplication | null = null

async function load(): Promise<IPublicClientApplication> {
  const { createIdentityClient } = await importIdentityClient().catch(() => {
    // Without the cause: a failed fetch is a TypeError, as a damaged token cache is.
    throw new SignInError(libraryCode)
  })
  const client = createIdentityClient(requestedTenant().id)
  repairAccountList()
  await client.initialize()
  return client
}

/**
 * The identity library, fetched and initialised once; what failed is tried anew at the next call.
 * @throws SignInError when its code cannot be fetched
 */
export function identityLibrary(): Promise<IPublicClientApplication> {
  if (loading) return loading
  const attempt = load()
  loading = attempt
  attempt.then(
    client => {
      if (loading === attempt) loaded = client
    },
    () => {
      if (loading === attempt) loading = null
    },
  )
  return attempt
}

/** The identity library if it is there already. */
export const loadedIdentityLibrary = (): IPublicClientApplication | null => loaded

/** Forgets the library together with what it has read of its cache. */
export function resetIdentityLibrary(): void {
  loading = null
  loaded = null
}
