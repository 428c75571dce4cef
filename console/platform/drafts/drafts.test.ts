import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { rememberTabAccount } from '../session/tenant.ts'
import { MemoryStorage } from '../storage/testing.ts'
import { dropDraft, keepDraft, keptDraft } from './use-draft.ts'

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
