import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { MemoryStorage } from '../../../../platform/storage/testing/memory-storage.ts'
import { type DecisionDraft, readDecisionDraft, storeDecisionDraft } from './decision-draft.ts'

beforeEach(() => {
  vi.stubGlobal('localStorage', new MemoryStorage())
})
afterEach(() => {
  vi.unstubAllGlobals()
})

const draft: DecisionDraft = { decision: 'Reject', reason: null, note: 'called', usefulness: null }
const hour = 60 * 60_000

it('what was typed about a case is stored for its user, for a day', () => {
  storeDecisionDraft('ana', '1', draft, 0)
  expect(readDecisionDraft('ana', '1', 23 * hour)).toEqual(draft)
  expect(readDecisionDraft('ana', '1', 24 * hour)).toBeUndefined()
  expect(readDecisionDraft('ben', '1', hour)).toBeUndefined()
  expect(readDecisionDraft('ana', '2', hour)).toBeUndefined()
})

it('a decision that was made removes its draft alone', () => {
  storeDecisionDraft('ana', '1', draft, 0)
  storeDecisionDraft('ana', '2', draft, 0)
  storeDecisionDraft('ana', '1', null, 0)
  expect(readDecisionDraft('ana', '1', 0)).toBeUndefined()
  expect(readDecisionDraft('ana', '2', 0)).toEqual(draft)
})

it('a damaged entry is none', () => {
  localStorage.setItem('assay/case-drafts', '[{"user":"ana"},7]')
  expect(readDecisionDraft('ana', '1', 0)).toBeUndefined()
})
