import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { storeTabAccount } from '../session/identity/tenant.ts'
import { MemoryStorage } from '../storage/testing/memory-storage.ts'
import { clearRecovery, findRecoveredRow, readRecovery, saveRecovery } from './use-recovery.ts'

beforeEach(() => {
  vi.stubGlobal('localStorage', new MemoryStorage())
  vi.stubGlobal('sessionStorage', new MemoryStorage())
})
afterEach(() => vi.unstubAllGlobals())

it('what was typed is kept under assay/drafts/<id> for who typed it, and for nobody else', () => {
  storeTabAccount({ homeAccountId: 'ana.1', tenantId: 'harbor' })
  saveRecovery('rule/7', { name: 'Night' })
  expect(sessionStorage.getItem('assay/drafts/rule/7')).toContain('Night')
  expect(readRecovery('rule/7')).toEqual({ name: 'Night' })
  expect(readRecovery('rule/8')).toBeUndefined()
  storeTabAccount({ homeAccountId: 'bo.2', tenantId: 'harbor' })
  expect(readRecovery('rule/7')).toBeUndefined()
  storeTabAccount({ homeAccountId: 'ana.1', tenantId: 'harbor' })
  clearRecovery('rule/7')
  expect(readRecovery('rule/7')).toBeUndefined()
  sessionStorage.setItem('assay/drafts/rule/7', '{')
  expect(readRecovery('rule/7')).toBeUndefined()
})

it('what somebody typed waits for them while another one uses the same form in the tab', () => {
  storeTabAccount({ homeAccountId: 'ana.1', tenantId: 'harbor' })
  saveRecovery('rename/eu/7', 'Night')
  storeTabAccount({ homeAccountId: 'ana.1', tenantId: 'quay' })
  expect(readRecovery('rename/eu/7')).toBeUndefined()
  storeTabAccount({ homeAccountId: 'bo.2', tenantId: 'harbor' })
  clearRecovery('rename/eu/7')
  storeTabAccount({ homeAccountId: 'ana.1', tenantId: 'harbor' })
  expect(readRecovery('rename/eu/7')).toBe('Night')
})

it('the row whose dialog was open is found by what was kept for it, in its own environment', () => {
  const rows = [{ id: '6' }, { id: '7' }]
  const inEnvironment =
    (environment: string) =>
    ({ id }: { id: string }) =>
      `rename/${environment}/${id}`
  expect(findRecoveredRow(rows, inEnvironment('eu'))).toBeNull()
  saveRecovery('rename/eu/7', 'Night')
  expect(findRecoveredRow(rows, inEnvironment('eu'))).toBe(rows[1])
  expect(findRecoveredRow(rows, inEnvironment('us'))).toBeNull()
  expect(findRecoveredRow([{ id: '6' }], inEnvironment('eu'))).toBeNull()
})
