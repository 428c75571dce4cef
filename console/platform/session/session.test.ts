// @vitest-environment jsdom
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import {
  accountOf as account,
  createLibraryStub,
  type LibraryStub,
  namedTenant as named,
  ownTenant as own,
  startVisit,
} from './testing/identity-stub.ts'

let library: LibraryStub
const startSession = (tenant: typeof named) => startVisit(library, tenant)

beforeEach(() => {
  vi.resetModules()
  localStorage.clear()
  sessionStorage.clear()
  history.replaceState(null, '', '/')
  library = createLibraryStub()
})
afterEach(() => vi.unstubAllGlobals())

describe('the start of a visit', () => {
  it('[spec 4.11] the start of a visit handles a pending login redirect before it looks at the accounts', async () => {
    const order: string[] = []
    library.handleRedirectPromise.mockImplementation(() => {
      order.push('redirect')
      library.accounts = [account(own)]
      return Promise.resolve({ account: account(own) })
    })
    library.accounts = []
    library.setActiveAccount.mockImplementation(() => order.push('account'))
    expect(await startSession(named)).toMatchObject({ kind: 'signed-in' })
    expect(order).toEqual(['redirect', 'account'])
    expect(library.loginRedirect).not.toHaveBeenCalled()
  })
  it('[spec 4.14] the start of a visit sets the current user and tenant and goes on when the account fits', async () => {
    const result = await startSession(named)
    expect(result).toMatchObject({
      kind: 'signed-in',
      state: { user: { name: 'U', username: 'u@harbor.example', tenantId: own } },
    })
    expect(library.setActiveAccount).toHaveBeenCalledWith(expect.objectContaining({ tenantId: own }))
    expect(sessionStorage.getItem('assay/tenant-name')).toBe('Harbor Retail')
    expect(library.loginRedirect).not.toHaveBeenCalled()
  })
  it('[spec 4.15] the start of a visit redirects to login again when the redirect came back with login_required', async () => {
    library.handleRedirectPromise.mockRejectedValue(Object.assign(new Error('x'), { errorCode: 'login_required' }))
    void startSession(named)
    await expect.poll(() => library.loginRedirect.mock.calls.length).toBe(1)
    expect(library.setActiveAccount).not.toHaveBeenCalled()
  })
  it('the start of a visit counts the ways to the sign-in until the service takes a token, whatever the provider says', async () => {
    sessionStorage.setItem('assay/sign-in-redirects', JSON.stringify([Date.now()]))
    await startSession(named)
    expect(sessionStorage.getItem('assay/sign-in-redirects')).not.toBeNull()
    const { recordAcceptedToken: noteAcceptedToken } = await import('./access-token.ts')
    noteAcceptedToken()
    expect(sessionStorage.getItem('assay/sign-in-redirects')).toBeNull()
  })
  it('the start of a visit leaves once, however many calls are refused at the same moment', async () => {
    await startSession(named)
    const { signInAgain } = await import('./access-token.ts')
    for (let call = 0; call < 5; call++) void signInAgain()
    await expect.poll(() => library.loginRedirect.mock.calls.length).toBe(1)
    expect(JSON.parse(sessionStorage.getItem('assay/sign-in-redirects') ?? '[]')).toHaveLength(1)
  })
  it('the start of a visit asks who this tab is when its own person signed out elsewhere and somebody else is known', async () => {
    sessionStorage.setItem('assay/account', JSON.stringify({ homeAccountId: `v.${own}`, tenantId: own }))
    void startSession(named)
    await expect.poll(() => library.loginRedirect.mock.calls.length).toBe(1)
    expect(library.loginRedirect.mock.calls[0]?.[0]).toMatchObject({ prompt: 'select_account' })
    expect(library.setActiveAccount).not.toHaveBeenCalled()
  })
  it('the start of a visit is whom the person chose on the way back, though the tab was somebody else', async () => {
    sessionStorage.setItem('assay/account', JSON.stringify({ homeAccountId: `v.${own}`, tenantId: own }))
    library.handleRedirectPromise.mockResolvedValue({ account: account(own) })
    expect(await startSession(named)).toMatchObject({ kind: 'signed-in', state: { user: { name: 'U' } } })
  })
  it('the start of a visit goes on with an account of a provider that names no tenant, and calls its tenant the only one', async () => {
    library.accounts = [{ ...account('1'), idTokenClaims: { name: 'U', acr: '1' } }]
    expect(await startSession(named)).toMatchObject({ kind: 'signed-in', state: { user: { tenantId: own } } })
    expect(library.loginRedirect).not.toHaveBeenCalled()
    const { listTenants: knownTenants } = await import('./accounts.ts')
    const { tenantNames, recordTenantName: nameTenant } = await import('./identity/tenant.ts')
    nameTenant({ id: own, name: 'Harbor Retail' })
    expect(tenantNames()).toEqual({ [own]: 'Harbor Retail' })
    expect(knownTenants([{ ...account('0'), idTokenClaims: { acr: '0' } }] as never)).toMatchObject([
      { id: own, name: 'Harbor Retail', current: true },
    ])
  })
  it.each(['server_error', 'access_denied', 'interaction_in_progress'])(
    '[spec 4.15] the start of a visit reports any other error of the redirect: %s',
    async errorCode => {
      library.handleRedirectPromise.mockRejectedValue(Object.assign(new Error('x'), { errorCode }))
      await expect(startSession(named)).rejects.toMatchObject({ name: 'SignInError', code: errorCode })
      expect(library.loginRedirect).not.toHaveBeenCalled()
    },
  )
})

describe('a renewal while another tab is somebody else', () => {
  const other = account(own, 'v')
  const asked = () =>
    library.loginRedirect.mock.calls.map(
      ([request]) => request as { account?: { homeAccountId: string }; prompt?: string },
    )
  async function acquire() {
    await startSession(named)
    library.accounts = [other, account(own)]
    const kept = vi.fn()
    window.addEventListener('assay:before-sign-in', kept, { once: true })
    const token = vi.fn()
    void (await import('./access-token.ts')).acquireToken().then(token)
    await expect.poll(() => library.loginRedirect.mock.calls.length).toBe(1)
    expect(kept).toHaveBeenCalledOnce()
    expect(token).not.toHaveBeenCalled()
  }

  it('a renewal while another tab is somebody else asks the provider for the person of this tab, not for whom the browser knew last', async () => {
    library.acquireTokenSilent.mockRejectedValue(Object.assign(new Error('x'), { errorCode: 'login_required' }))
    await acquire()
    expect(asked()).toMatchObject([{ account: { homeAccountId: `u.${own}` } }])
    expect(asked()[0]).not.toHaveProperty('prompt')
  })
  it('a renewal while another tab is somebody else never uses their token, and lets the user say who this tab is, with what was typed kept', async () => {
    library.acquireTokenSilent.mockResolvedValue({ accessToken: 'theirs', account: other })
    await acquire()
    expect(asked()).toMatchObject([{ prompt: 'select_account' }])
  })
  it('a renewal while another tab is somebody else uses the token of its own person', async () => {
    library.acquireTokenSilent.mockResolvedValue({ accessToken: 'own', account: account(own) })
    await startSession(named)
    expect(await (await import('./access-token.ts')).acquireToken()).toBe('own')
    expect(library.loginRedirect).not.toHaveBeenCalled()
  })
})

it('a session whose account was signed out in another tab ends on the page that says so, at the next call', async () => {
  await startSession(named)
  library.accounts = []
  const assign = vi.fn()
  vi.stubGlobal('location', { assign, origin: 'http://localhost:3000', pathname: '/' })
  const token = vi.fn()
  void (await import('./access-token.ts')).acquireToken().then(token, token)
  await expect.poll(() => assign.mock.calls).toEqual([['/signed-out']])
  expect(library.acquireTokenSilent).not.toHaveBeenCalled()
  expect(token).not.toHaveBeenCalled()
})

it('tokens that the service never takes are renewed once a call, lead to the sign-in three times and then to an error, until somebody tries again', async () => {
  const refusal = { defined: false, code: 'UNAUTHORIZED', status: 401, message: 'x' }
  vi.stubGlobal('fetch', () => Promise.resolve(Response.json({ json: refusal, meta: [] }, { status: 401 })))
  library.acquireTokenSilent.mockResolvedValue({ accessToken: 'refused', account: account(own) })
  const startClient = async () => {
    await startSession(named)
    return (await import('../api/client.ts')).client
  }
  for (const visit of [1, 2, 3]) {
    const client = await startClient()
    void client.session.get()
    await expect.poll(() => library.loginRedirect.mock.calls.length, { timeout: 5000 }).toBe(visit)
  }
  const client = await startClient()
  await expect(client.session.get()).rejects.toMatchObject({ name: 'SignInError', code: 'redirect_loop' })
  expect(library.loginRedirect).toHaveBeenCalledTimes(3)
  const renewals = library.acquireTokenSilent.mock.calls.map(
    ([request]) => (request as { forceRefresh: boolean }).forceRefresh,
  )
  expect(renewals).toEqual([false, true, false, true, false, true, false, true])
  const assign = vi.fn()
  vi.stubGlobal('location', { assign, href: 'http://localhost:3000/search', hash: '', pathname: '/search' })
  ;(await import('./accounts.ts')).retrySignIn()
  expect(assign).toHaveBeenCalledExactlyOnceWith('http://localhost:3000/search')
  expect(sessionStorage.getItem('assay/sign-in-redirects')).toBeNull()
}, 20_000)
