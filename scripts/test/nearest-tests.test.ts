import { describe, expect, it } from 'vitest'
import type { ImportingModule } from './folder-circles.ts'
import { findNearestTests } from './nearest-tests.ts'

const module = (source: string, ...targets: string[]): ImportingModule => ({
  source,
  dependencies: targets.map(resolved => ({ resolved, dynamic: false })),
})
const modules = [
  module('risk-service/contract/lists/lists.ts'),
  module('risk-service/contract/lists/lists.test.ts', 'risk-service/contract/lists/lists.ts'),
  module('risk-service/contract/index.ts', 'risk-service/contract/lists/lists.ts'),
  module('risk-service/features/audit/audit.test.ts', 'risk-service/contract/index.ts'),
  module('risk-service/features/lists/lists.test.ts', 'risk-service/contract/index.ts'),
  module('risk-service/features/lists/routes.ts', 'risk-service/contract/index.ts'),
  module('risk-service/http/far.test.ts', 'risk-service/features/lists/routes.ts'),
  module('risk-service/http/other.test.ts', 'risk-service/http/other.ts'),
]
const changed = ['risk-service/contract/lists/lists.ts']

describe('the tests nearest to a change', () => {
  it('are those with the fewest imports between, and of folders of its name first', () => {
    expect(findNearestTests(modules, changed, 10)).toEqual({
      tests: [
        'risk-service/contract/lists/lists.test.ts',
        'risk-service/features/lists/lists.test.ts',
        'risk-service/features/audit/audit.test.ts',
        'risk-service/http/far.test.ts',
      ],
      left: 0,
    })
  })
  it('are no more than the limit, and the others are counted', () => {
    expect(findNearestTests(modules, changed, 2)).toEqual({
      tests: ['risk-service/contract/lists/lists.test.ts', 'risk-service/features/lists/lists.test.ts'],
      left: 2,
    })
  })
  it('are the changed tests in any case', () => {
    const tests = ['risk-service/http/far.test.ts', 'risk-service/http/other.test.ts']
    expect(findNearestTests(modules, tests, 0)).toEqual({ tests, left: 0 })
  })
})
