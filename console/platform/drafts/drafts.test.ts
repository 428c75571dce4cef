import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { rememberTabAccount } from '../session/tenant.ts'
import { MemoryStorage } from '../storage/testing.ts'
import { dropDraft, keepDraft, keptDraft, keptRow } from './use-draft.ts'

beforeEach(() => {
  vi.stubGlobal('localStorage', new MemoryStorage())
  vi.stubGlobal('sessionStorage', new MemoryStorage())
})
afterEach(() => vi.unstubAllGlobals())

it('what was typed is kept under assay/drafts/<id> for who typed it, and for nobody else', () => {
  rememberTabAccount({ homeAccountId: 'ana.1', tenantId: 'harbor' })
  keepDraft('rule/7', { name: 'Night' })
  expect(sessionStorage.getItem('assay/drafts/rule/7')).toContain('Night')
  expect(keptDraft('rule/7')).toEqual({ name: 'Night' })
  expect(keptDraft('rule/8')).toBeUndefined()
  rememberTabAccount({ homeAccountId: 'bo.2', tenantId: 'harbor' })
  expect(keptDraft('rule/7')).toBeUndefined()
  rememberTabAccount({ homeAccountId: 'ana.1', tenantId: 'harbor' })
  dropDraft('rule/7')
  expect(keptDraft('rule/7')).toBeUndefined()
  sessionStorage.setItem('assay/drafts/rule/7', '{')
  expect(keptDraft('rule/7')).toBeUndefined()
})

it('what somebody typed waits for them while another one uses the same form in the tab', () => {
  rememberTabAccount({ homeAccountId: 'ana.1', tenantId: 'harbor' })
  keepDraft('rename/eu/7', 'Night')
  rememberTabAccount({ homeAccountId: 'ana.1', tenantId: 'quay' })
  expect(keptDraft('rename/eu/7')).toBeUndefined()
  rememberTabAccount({ homeAccountId: 'bo.2', tenantId: 'harbor' })
  dropDraft('rename/eu/7')
  rememberTabAccount({ homeAccountId: 'ana.1', tenantId: 'harbor' })
  expect(keptDraft('rename/eu/7')).toBe('Night')
})

it('the row whose dialog was open is found by what was kept for it, in its own environment', () => {
  const rows = [{ id: '6' }, { id: '7' }]
  const inEnvironment =
    (environment: string) =>
    ({ id }: { id: string }) =>
      `rename/${environment}/${id}`
  expect(keptRow(rows, inEnvironment('eu'))).toBeNull()
  keepDraft('rename/eu/7', 'Night')
  expect(keptRow(rows, inEnvironment('eu'))).toBe(rows[1])
  expect(keptRow(rows, inEnvironment('us'))).toBeNull()
  expect(keptRow([{ id: '6' }], inEnvironment('eu'))).toBeNull()
})
