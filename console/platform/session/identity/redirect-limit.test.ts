import { describe, expect, it } from 'vitest'
import { recordRedirect, resetRedirects } from './redirect-limit.ts'
import { errorCodeOf, needsInteraction } from './sign-in-error.ts'

function memory(): Pick<Storage, 'getItem' | 'setItem' | 'removeItem'> {
  const values = new Map<string, string>()
  return {
    getItem: key => values.get(key) ?? null,
    setItem: (key, value) => void values.set(key, value),
    removeItem: key => void values.delete(key),
  }
}

describe('redirects to the sign-in', () => {
  it('redirects to the sign-in stop after three within a minute, and go on a minute later', () => {
    const storage = memory()
    expect([0, 10, 20].map(second => recordRedirect(storage, second * 1000))).toEqual([true, true, true])
    expect(recordRedirect(storage, 30_000)).toBe(false)
    expect(recordRedirect(storage, 61_000)).toBe(true)
  })
  it('redirects to the sign-in are forgotten after a sign-in that worked', () => {
    const storage = memory()
    for (let index = 0; index < 3; index++) recordRedirect(storage, 0)
    resetRedirects(storage)
    expect(recordRedirect(storage, 0)).toBe(true)
  })
  it('redirects to the sign-in survive damaged storage', () => {
    const storage = memory()
    storage.setItem('assay/sign-in-redirects', '{')
    expect(recordRedirect(storage)).toBe(true)
  })
})

describe('token errors', () => {
  it.each(['consent_required', 'interaction_required', 'login_required', 'no_tokens_found', 'invalid_grant'])(
    '[spec 8.1] %s needs the user',
    code => {
      expect(needsInteraction({ errorCode: code })).toBe(true)
    },
  )
  it('[spec 8.2] others do not: they are reported and rethrown', () => {
    expect(needsInteraction({ errorCode: 'network_error' })).toBe(false)
    expect(errorCodeOf(new TypeError('x'))).toBe('TypeError')
    expect(errorCodeOf(null)).toBe('unknown')
  })
})
