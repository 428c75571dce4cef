import type { IPublicClientApplication } from '@azure/msal-browser'
import { repairAccountList } from '../../storage/browser-storage.ts'
import { libraryCode, SignInError } from './sign-in-error.ts'
import { requestedTenant } from './tenant.ts'

/** Fetches the code of the identity library: 65 kB that most visits do not need for their figures. */
export const importIdentityClient = () => import('./identity-client.ts')

let loading: Promise<IPublicClientApplication> | null = null
let loaded: IPublicClientApplication | null = null

async function load(): Promise<IPublicClientApplication> {
  const { createIdentityClient } = await importIdentityClient().catch(() => {
    // Without the cause: a failed fetch is a TypeError, like the error over a damaged token cache.
    throw new SignInError(libraryCode)
  })
  const client = createIdentityClient(requestedTenant().id)
  repairAccountList()
  await client.initialize()
  return client
}

/**
 * The identity library, fetched and initialised once; after a failure the next call tries again.
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

/** The identity library if it is loaded. */
export const loadedIdentityLibrary = (): IPublicClientApplication | null => loaded

/** Discards the library with the state it has read from its cache. */
export function resetIdentityLibrary(): void {
  loading = null
  loaded = null
}
