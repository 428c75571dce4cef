// @vitest-environment jsdom
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { sessionKeys, storedKeys } from '../storage/browser-storage.ts'
import {
  accountOf,
  createLibraryStub,
  type LibraryStub,
  namedTenant,
  ownTenant,
  startVisit,
} from './testing/identity-stub.ts'

const anyTenant = { tenantName: 'organizations', tenantId: '' }
const otherTenant = 'a55a0002-0000-4000-8000-000000000002'
const hour = 3_600_000
let library: LibraryStub

const accessToken = () => import('./access-token.ts')
const expiringIn = (milliseconds: number) => ({
  accessToken: 'first',
  account: accountOf(ownTenant),
  expiresOn: new Date(Date.now() + milliseconds),
})
/** What the browser stores of the session; it is written some moments after a token came. */
const storedText = () => localStorage.getItem(storedKeys.session)
/** A visit whose token is stored; the next one begins in a new tab unless `sameTab`. */
async function visitBefore({ validFor = hour, sameTab = false } = {}) {
  library.acquireTokenSilent.mockResolvedValue(expiringIn(validFor))
  await startVisit(library, namedTenant)
  await (await accessToken()).acquireToken()
  await expect.poll(storedText).not.toBeNull()
  if (!sameTab) sessionStorage.clear()
  vi.clearAllMocks()
}

beforeEach(() => {
  vi.resetModules()
  localStorage.clear()
  sessionStorage.clear()
  history.replaceState(null, '', '/')
  library = createLibraryStub()
})
afterEach(() => vi.unstubAllGlobals())

it.each([
  ['the named tenant', namedTenant],
  ['any tenant', anyTenant],
])(
  'a visit of %s begins with the stored session and its token, without the identity library',
  async (_name, tenant) => {
    await visitBefore()
    expect(await startVisit(library, tenant)).toMatchObject({
      kind: 'signed-in',
      state: { user: { name: 'U', username: 'u@harbor.example', tenantId: ownTenant, claims: { tid: ownTenant } } },
    })
    expect(await (await accessToken()).acquireToken()).toBe('first')
    expect(library.createIdentityClient).not.toHaveBeenCalled()
    expect(JSON.parse(sessionStorage.getItem(sessionKeys.account) ?? '{}')).toMatchObject({
      homeAccountId: `u.${ownTenant}`,
    })
  },
)
it('a token that the service refused is renewed by the identity library, for the account of the stored session', async () => {
  await visitBefore()
  const before = storedText()
  await startVisit(library, namedTenant)
  library.acquireTokenSilent.mockResolvedValue({ ...expiringIn(2 * hour), accessToken: 'second' })
  const { acquireToken } = await accessToken()
  expect(await acquireToken({ forceRefresh: true })).toBe('second')
  expect(library.acquireTokenSilent).toHaveBeenCalledExactlyOnceWith(expect.objectContaining({ forceRefresh: true }))
  expect(library.setActiveAccount).toHaveBeenCalledExactlyOnceWith(
    expect.objectContaining({ homeAccountId: `u.${ownTenant}` }),
  )
  // From now on the library answers, and the next visit begins with its token.
  library.acquireTokenSilent.mockClear()
  expect(await acquireToken()).toBe('second')
  expect(library.acquireTokenSilent).toHaveBeenCalledOnce()
  await expect.poll(storedText).not.toBe(before)
})
it('a token for the other kind of environment comes from the identity library', async () => {
  await visitBefore()
  const before = storedText()
  await startVisit(library, namedTenant)
  library.acquireTokenSilent.mockResolvedValue({ ...expiringIn(hour), accessToken: 'for a sandbox' })
  expect(await (await accessToken()).acquireToken({ resource: 'sandbox' })).toBe('for a sandbox')
  await expect.poll(storedText).not.toBe(before)
})
it('a visit with an expired token asks the identity library at once', async () => {
  await visitBefore({ validFor: 60_000 })
  await startVisit(library, namedTenant)
  expect(library.createIdentityClient).toHaveBeenCalledOnce()
})
it('a tab of somebody else, and a visit of another tenant, leave the stored session alone', async () => {
  await visitBefore()
  sessionStorage.setItem(sessionKeys.account, JSON.stringify({ homeAccountId: `v.${ownTenant}`, tenantId: ownTenant }))
  library.accounts = [accountOf(ownTenant), accountOf(ownTenant, 'v')]
  expect(await startVisit(library, namedTenant)).toMatchObject({ state: { user: { username: 'v@harbor.example' } } })
  sessionStorage.clear()
  library.accounts = [accountOf(ownTenant), accountOf(otherTenant)]
  expect(await startVisit(library, { tenantName: 'Meridian', tenantId: otherTenant })).toMatchObject({
    state: { user: { tenantId: otherTenant } },
  })
  expect(library.createIdentityClient).toHaveBeenCalledTimes(2)
})
it('the way back from a sign-in is taken before a stored session', async () => {
  await visitBefore({ sameTab: true })
  sessionStorage.setItem(sessionKeys.redirects, JSON.stringify([Date.now()]))
  const account = accountOf(ownTenant, 'v')
  library.accounts = [accountOf(ownTenant), account]
  library.handleRedirectPromise.mockResolvedValue({ account })
  expect(await startVisit(library, namedTenant)).toMatchObject({ state: { user: { username: 'v@harbor.example' } } })
})
it('a session that ended in another tab ends here at the next call', async () => {
  await visitBefore()
  await startVisit(library, namedTenant)
  localStorage.clear()
  library.accounts = []
  const assign = vi.fn()
  vi.stubGlobal('location', { assign, origin: 'http://localhost:3000', pathname: '/', protocol: 'http:' })
  const token = vi.fn()
  void (await accessToken()).acquireToken().then(token, token)
  await expect.poll(() => assign.mock.calls).toEqual([['/signed-out']])
  expect(token).not.toHaveBeenCalled()
})
it.each([
  ['an identity library that lost its accounts costs', () => undefined],
  [
    'cookies that were deleted, and the keys with them, cost',
    () => {
      document.cookie = 'assay-session-key=; max-age=0; path=/'
    },
  ],
])('%s a sign-in of the same person', async (_name, lose) => {
  await visitBefore()
  await startVisit(library, namedTenant)
  library.accounts = []
  lose()
  void (await accessToken()).acquireToken({ forceRefresh: true })
  await expect.poll(() => library.loginRedirect.mock.calls.length).toBe(1)
  expect(library.loginRedirect.mock.calls[0]?.[0]).toMatchObject({ account: { homeAccountId: `u.${ownTenant}` } })
})
it('a token cache that the identity library cannot read is cleared, and costs a sign-in at most', async () => {
  await visitBefore()
  await startVisit(library, namedTenant)
  localStorage.setItem('msal.2.account.keys', '{"broken":')
  library.createIdentityClient.mockImplementationOnce(() => ({
    initialize: () => Promise.reject(new TypeError('damaged')),
  }))
  library.acquireTokenSilent.mockResolvedValue({ ...expiringIn(hour), accessToken: 'second' })
  const before = storedText()
  expect(await (await accessToken()).acquireToken({ forceRefresh: true })).toBe('second')
  await expect.poll(storedText).not.toBe(before)
  expect(localStorage.getItem('msal.2.account.keys')).toBeNull()
})
it('signing out goes to the provider with the id token, though the visit began without the identity library', async () => {
  await visitBefore()
  await startVisit(library, namedTenant)
  library.accounts = [Object.assign(accountOf(ownTenant), { idToken: 'id' })]
  await (await import('./accounts.ts')).signOut()
  expect(library.logoutRedirect).toHaveBeenCalledExactlyOnceWith(
    expect.objectContaining({ idTokenHint: 'id', account: expect.objectContaining({ tenantId: ownTenant }) as object }),
  )
  expect((await import('./identity/stored-session.ts')).hasStoredSession()).toBe(false)
})
it('the identity library is fetched a few seconds after a page that began without it', async () => {
  await visitBefore()
  await startVisit(library, namedTenant)
  vi.useFakeTimers()
  try {
    const cancel = (await accessToken()).prepareRenewal()
    await vi.advanceTimersByTimeAsync(4900)
    expect(library.createIdentityClient).not.toHaveBeenCalled()
    await vi.advanceTimersByTimeAsync(200)
    vi.useRealTimers()
    await expect.poll(() => library.createIdentityClient.mock.calls.length).toBe(1)
    cancel()
  } finally {
    vi.useRealTimers()
  }
})
