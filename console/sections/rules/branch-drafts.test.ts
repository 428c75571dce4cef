import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { dropDraft, keepDraft } from '../../platform/drafts/use-draft.ts'
import { MemoryStorage } from '../../platform/storage/testing.ts'
import { branchDraft, keptTask } from './branch-drafts.ts'

const place = { environmentId: 'eu', eventType: 'purchase', branch: 'night' }

beforeEach(() => vi.stubGlobal('sessionStorage', new MemoryStorage()))
afterEach(() => vi.unstubAllGlobals())

it('the dialog that was open is known by branch, assessment and environment', () => {
  expect(keptTask(place)).toBeNull()
  keepDraft(branchDraft('experiment', place), { name: 'Half' })
  expect(keptTask(place)).toBe('experiment')
  for (const other of [{ environmentId: 'us' }, { eventType: 'accountlogin' }, { branch: 'day' }])
    expect(keptTask({ ...place, ...other })).toBeNull()
  dropDraft(branchDraft('experiment', place))
  expect(keptTask(place)).toBeNull()
})
