import { vi } from 'vitest'

/** The identity library with the answers of a test in place of a provider's. */
export interface LibraryStub {
  createIdentityClient: ReturnType<typeof vi.fn>
  handleRedirectPromise: ReturnType<typeof vi.fn>
  loginRedirect: ReturnType<typeof vi.fn>
  logoutRedirect: ReturnType<typeof vi.fn>
  setActiveAccount: ReturnType<typeof vi.fn>
  acquireTokenSilent: ReturnType<typeof vi.fn>
  accounts: ReturnType<typeof accountOf>[]
}

export const ownTenant = 'a55a0001-0000-4000-8000-000000000001'
/** Requested by the address, or the only tenant of the installation. */
export const namedTenant = { tenantName: 'Harbor Retail', tenantId: ownTenant }

export const accountOf = (tenantId: string, user = 'u') => ({
  homeAccountId: `${user}.${tenantId}`,
  environment: 'localhost',
  tenantId,
  localAccountId: user,
  username: `${user}@harbor.example`,
  name: user.toUpperCase(),
  idTokenClaims: { tid: tenantId, name: user.toUpperCase(), wids: [] } as Record<string, unknown>,
})

const apis = { Console: { baseUri: '/api/console' }, Risk_API: { baseUri: '/v1.0' } }

/** The identity library of a browser in which one person of the own tenant is signed in. */
export function createLibraryStub(): LibraryStub {
  const stub: LibraryStub = {
    createIdentityClient: vi.fn(() => ({
      initialize: () => Promise.resolve(),
      getActiveAccount: () => null,
      getAllAccounts: () => stub.accounts,
      handleRedirectPromise: stub.handleRedirectPromise,
      loginRedirect: stub.loginRedirect,
      logoutRedirect: stub.logoutRedirect,
      setActiveAccount: stub.setActiveAccount,
      acquireTokenSilent: stub.acquireTokenSilent,
      getAccount: ({ homeAccountId }: { homeAccountId: string }) =>
        stub.accounts.find(each => each.homeAccountId === homeAccountId) ?? null,
    })),
    handleRedirectPromise: vi.fn(() => Promise.resolve(null)),
    loginRedirect: vi.fn(() => Promise.resolve()),
    logoutRedirect: vi.fn(() => Promise.resolve()),
    setActiveAccount: vi.fn(),
    acquireTokenSilent: vi.fn(),
    accounts: [accountOf(ownTenant)],
  }
  return stub
}

/** Loads the page's modules anew and starts the session of a visit. */
export async function startVisit(library: LibraryStub, tenant: { tenantName: string; tenantId: string }) {
  document.body.innerHTML = `<script type="application/json" id="site-configuration">${JSON.stringify({ ...tenant, appId: 'a', authority: 'http://localhost:3000', basePath: '', build: '20260101.1', apis })}</script>`
  vi.resetModules()
  vi.doMock('../identity/identity-client.ts', () => ({ createIdentityClient: library.createIdentityClient }))
  return (await import('../session.ts')).startSession()
}
