// @vitest-environment jsdom
import { beforeEach, expect, it, vi } from 'vitest'
import { sessionKeys, storedKeys } from '../../storage/browser-storage.ts'
import { accountOf, ownTenant } from '../testing/identity-stub.ts'
import type * as storedSession from './stored-session.ts'

const hour = 3_600_000
const session = (expiresAt = Date.now() + hour): storedSession.StoredSession => ({
  account: accountOf(ownTenant),
  tokens: { production: { token: 'eyJ.access.token', expiresAt } },
})
const stored = () => localStorage.getItem(storedKeys.session)
const closeBrowser = () => {
  document.cookie = 'assay-session-key=; max-age=0; path=/'
}
let store: typeof storedSession

beforeEach(async () => {
  vi.resetModules()
  localStorage.clear()
  sessionStorage.clear()
  closeBrowser()
  store = await import('./stored-session.ts')
})

it('a stored session comes back with its account and tokens', async () => {
  const written = session()
  await store.storeSession(written)
  expect(store.canStartFromStore()).toBe(true)
  expect(await store.readStoredSession()).toEqual(written)
})
it('a stored session shows neither tokens nor names, and is encrypted anew each time', async () => {
  await store.storeSession(session())
  const first = stored()
  expect(first).not.toMatch(/access|harbor|production/)
  expect(atob((JSON.parse(first ?? '{}') as { data: string }).data)).not.toMatch(/access|harbor|production/)
  await store.storeSession(session())
  expect(stored()).not.toBe(first)
})
it('a stored session ends with the session of the browser', async () => {
  await store.storeSession(session())
  closeBrowser()
  expect(store.canStartFromStore()).toBe(false)
  expect(await store.readStoredSession()).toBeNull()
  // The key of the next session does not open it either, and takes it away.
  document.cookie = `assay-session-key=${btoa('0'.repeat(32))}; path=/`
  expect(await store.readStoredSession()).toBeNull()
  expect(stored()).toBeNull()
})
it.each(['{"broken":', '{"expiresAt":99999999999999,"iv":"AAAA","data":"%"}', '7'])(
  'a stored session that is damaged is none: %s',
  async text => {
    await store.storeSession(session())
    localStorage.setItem(storedKeys.session, text)
    expect(await store.readStoredSession()).toBeNull()
  },
)
it('a visit begins with a stored session only while a token is valid for five more minutes and no sign-in is pending', async () => {
  await store.storeSession(session(Date.now() + 290_000))
  expect(store.canStartFromStore()).toBe(false)
  await store.storeSession(session(Date.now() + 310_000))
  expect(store.canStartFromStore()).toBe(true)
  sessionStorage.setItem(sessionKeys.redirects, '[1]')
  expect(store.canStartFromStore()).toBe(false)
})
it('a session that ended leaves neither itself nor its key, and what was on its way is not stored', async () => {
  await store.storeSession(session())
  const pending = store.storeSession(session())
  store.endStoredSession()
  await pending
  await store.storeSession(session())
  expect(store.hasStoredSession()).toBe(false)
  expect(document.cookie).not.toContain('assay-session-key')
})
it('a browser that refuses storage gets no stored session', async () => {
  const refuse = vi.spyOn(Storage.prototype, 'setItem').mockImplementation(() => {
    throw new DOMException('no', 'QuotaExceededError')
  })
  await store.storeSession(session())
  refuse.mockRestore()
  expect(store.hasStoredSession()).toBe(false)
})
