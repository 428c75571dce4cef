import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { clearRecovery, saveRecovery } from '../../platform/recovery/use-recovery.ts'
import { MemoryStorage } from '../../platform/storage/testing/memory-storage.ts'
import { branchRecoveryId, findRecoveredBranchTask } from './branch-recovery.ts'

const place = { environmentId: 'eu', eventType: 'purchase', branch: 'night' }

beforeEach(() => vi.stubGlobal('sessionStorage', new MemoryStorage()))
afterEach(() => vi.unstubAllGlobals())

it('the dialog that was open is known by branch, assessment and environment', () => {
  expect(findRecoveredBranchTask(place)).toBeNull()
  saveRecovery(branchRecoveryId('experiment', place), { name: 'Half' })
  expect(findRecoveredBranchTask(place)).toBe('experiment')
  for (const other of [{ environmentId: 'us' }, { eventType: 'accountlogin' }, { branch: 'day' }])
    expect(findRecoveredBranchTask({ ...place, ...other })).toBeNull()
  clearRecovery(branchRecoveryId('experiment', place))
  expect(findRecoveredBranchTask(place)).toBeNull()
})
