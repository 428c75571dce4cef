import { ProtocolMode, PublicClientApplication } from '@azure/msal-browser'
import { siteConfiguration } from '../site/site-configuration.ts'
import { isStorageOpen } from '../storage/browser-storage.ts'
import { defaultTenantName } from './tenant.ts'

const directoryHost = /(^|\.)(microsoftonline\.(com|us)|chinacloudapi\.cn|windows\.net|ciamlogin\.com)$/

/** Authority of a tenant, or of all organisations while none is known. */
export function authorityOf(tenantId: string): string {
  return siteConfiguration().authority.replace('{tenant}', tenantId || defaultTenantName)
}

/**
 * The account as the library finds its tokens again. Of a provider that names no tenant it keeps them under the first
 * part of the authority's path and looks for them under the last: every call would ask for a new one.
 */
export function asCachedAccount<A extends { tenantId: string }>(account: A): A {
  return account.tenantId ? account : { ...account, tenantId: new URL(authorityOf('')).pathname.split('/')[1] ?? '' }
}

export type TokenResource = 'production' | 'sandbox'

/** What the console asks a token for: the service, by the resource URI of the kind of environment. */
export function tokenScopes(resource: TokenResource): string[] {
  const { productionResourceUri, sandboxResourceUri } = siteConfiguration()
  return [`${resource === 'sandbox' ? sandboxResourceUri : productionResourceUri}/.default`]
}

/** Time-outs of the identity library: window hash, frame hash, redirect navigation, native broker handshake. */
export const libraryTimeouts = {
  popupBridgeTimeout: 60_000,
  iframeBridgeTimeout: 10_000,
  redirectNavigationTimeout: 30_000,
  nativeBrokerHandshakeTimeout: 2000,
} as const
/** Nothing may wait for the identity provider's frame longer than this: milliseconds. */
export const silentTimeout = 30_000
/** Where the identity provider sends its answers to: the origin and this. */
export const redirectPath = '/api/auth'
export const signedOutPath = '/signed-out'

/** Tokens are kept in local storage, and for the tab's life where the browser refuses it. */
const cacheLocation = () => (isStorageOpen('local') ? 'localStorage' : 'sessionStorage')

/** The identity library, set up as the product specification says (sections 7 and 9). */
export function createIdentityClient(tenantId: string): PublicClientApplication {
  const { appId, authorityMetadata } = siteConfiguration()
  const authority = authorityOf(tenantId)
  const { host, hostname } = new URL(authority)
  return new PublicClientApplication({
    auth: {
      clientId: appId,
      authority,
      // With inline metadata (the embedded provider) nothing is discovered, and plain http works on this machine.
      ...(authorityMetadata
        ? { authorityMetadata: authorityMetadata.replaceAll('{tenant}', tenantId || defaultTenantName) }
        : {}),
      knownAuthorities: directoryHost.test(hostname) ? [] : [host],
      redirectUri: location.origin + redirectPath,
      postLogoutRedirectUri: location.origin + signedOutPath,
    },
    cache: { cacheLocation: cacheLocation() },
    system: {
      protocolMode: authorityMetadata || directoryHost.test(hostname) ? ProtocolMode.AAD : ProtocolMode.OIDC,
      ...libraryTimeouts,
    },
  })
}
