import { ProtocolMode, PublicClientApplication } from '@azure/msal-browser'
import { siteConfiguration } from '../../site/site-configuration.ts'
import { isStorageOpen } from '../../storage/browser-storage.ts'
import { authorityOf, redirectPath, signedOutPath } from './authority.ts'
import { defaultTenantName } from './tenant.ts'

const directoryHost = /(^|\.)(microsoftonline\.(com|us)|chinacloudapi\.cn|windows\.net|ciamlogin\.com)$/

/** Time-outs of the identity library: window hash, frame hash, redirect navigation, native broker handshake. */
export const libraryTimeouts = {
  popupBridgeTimeout: 60_000,
  iframeBridgeTimeout: 10_000,
  redirectNavigationTimeout: 30_000,
  nativeBrokerHandshakeTimeout: 2000,
} as const

/** Tokens are stored in local storage, and for the life of the tab where the browser refuses it. */
const cacheLocation = () => (isStorageOpen('local') ? 'localStorage' : 'sessionStorage')

/** The identity library, configured as the product specification demands (sections 7 and 9). */
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
