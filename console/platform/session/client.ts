import { ProtocolMode, PublicClientApplication } from '@azure/msal-browser'
import { siteConfiguration } from '../site/site-configuration.ts'
import { defaultTenantName } from './tenant.ts'

const directoryHost = /(^|\.)(microsoftonline\.(com|us)|chinacloudapi\.cn|windows\.net|ciamlogin\.com)$/

/** Authority of a tenant, or of all organisations while none is known. */
export function authorityOf(tenantId: string): string {
  return siteConfiguration().authority.replace('{tenant}', tenantId || defaultTenantName)
}

/** What the console asks a token for: the service. */
export function tokenScopes(): string[] {
  return [`${siteConfiguration().productionResourceUri}/.default`]
}

/** The identity library, set up as the product specification says (sections 7 and 9). */
export function createClient(tenantId: string): PublicClientApplication {
  const { appId, authorityMetadata } = siteConfiguration()
  const authority = authorityOf(tenantId)
  const { host, hostname } = new URL(authority)
  return new PublicClientApplication({
    auth: {
      clientId: appId,
      authority,
      // With inline metadata (the embedded provider) nothing is discovered, and plain http works on this machine.
      ...(authorityMetadata ? { authorityMetadata: authorityMetadata.replaceAll('{tenant}', tenantId || defaultTenantName) } : {}),
      knownAuthorities: directoryHost.test(hostname) ? [] : [host],
      redirectUri: `${location.origin}/api/auth`,
      postLogoutRedirectUri: `${location.origin}/signed-out`,
    },
    cache: { cacheLocation: 'localStorage' },
    system: {
      protocolMode: authorityMetadata || directoryHost.test(hostname) ? ProtocolMode.AAD : ProtocolMode.OIDC,
      popupBridgeTimeout: 60_000,
      iframeBridgeTimeout: 10_000,
      redirectNavigationTimeout: 30_000,
      nativeBrokerHandshakeTimeout: 2000,
    },
  })
}
