import { describe, expect, it } from 'vitest'
import { findFolderCircles, type ImportingModule } from './folder-circles.ts'

const module = (source: string, ...targets: string[]): ImportingModule => ({
  source,
  dependencies: targets.map(resolved => ({ resolved, dynamic: false })),
})

describe('the search for circles of folders', () => {
  it('finds a folder and one inside it that import each other', () => {
    const circles = findFolderCircles([
      module('risk-service/engine/index.ts', 'risk-service/engine/rules/run.ts'),
      module('risk-service/engine/rules/run.ts', 'risk-service/engine/types.ts'),
      module('risk-service/engine/types.ts'),
    ])
    expect(circles).toEqual([
      {
        folders: ['risk-service/engine', 'risk-service/engine/rules'],
        imports: [
          { from: 'risk-service/engine/index.ts', to: 'risk-service/engine/rules/run.ts' },
          { from: 'risk-service/engine/rules/run.ts', to: 'risk-service/engine/types.ts' },
        ],
      },
    ])
  })

  it('finds circles that no circle of files makes, over several folders, each circle by itself', () => {
    const circles = findFolderCircles([
      module('console/a/one.ts', 'console/b/one.ts'),
      module('console/b/two.ts', 'console/c/one.ts'),
      module('console/c/two.ts', 'console/a/two.ts', 'console/d/one.ts'),
      module('console/d/one.ts', 'console/e/one.ts'),
      module('console/e/two.ts', 'console/d/two.ts'),
    ])
    expect(circles.map(({ folders }) => folders)).toEqual([
      ['console/a', 'console/b', 'console/c'],
      ['console/d', 'console/e'],
    ])
    expect(circles[0]?.imports).not.toContainEqual({ from: 'console/c/two.ts', to: 'console/d/one.ts' })
  })

  it('names first what few imports make, and each import once', () => {
    const [circle] = findFolderCircles([
      module('console/a/one.ts', 'console/b/one.ts', 'console/b/one.ts', 'console/b/two.ts'),
      module('console/b/two.ts', 'console/a/one.ts'),
    ])
    expect(circle?.imports).toEqual([
      { from: 'console/b/two.ts', to: 'console/a/one.ts' },
      { from: 'console/a/one.ts', to: 'console/b/one.ts' },
      { from: 'console/a/one.ts', to: 'console/b/two.ts' },
    ])
  })

  it('follows imports in one direction, also where a folder imports those inside it and they each other', () => {
    expect(
      findFolderCircles([
        module('design-system/table/index.ts', 'design-system/table/rows/row.ts', 'design-system/table/cells/cell.ts'),
        module('design-system/table/rows/row.ts', 'design-system/table/cells/cell.ts', 'design-system/table/rows/a.ts'),
        module('design-system/table/rows/a.ts', 'design-system/table/rows/row.ts'),
      ]),
    ).toEqual([])
  })

  it('takes the routes of a section for themselves, which name its pages', () => {
    const page = module('console/sections/lists/custom/page.tsx', 'console/sections/lists/links.ts')
    const routes = module('console/sections/lists/routes.ts', 'console/sections/lists/custom/page.tsx')
    expect(findFolderCircles([page, routes])).toEqual([])
    expect(
      findFolderCircles([page, module('console/sections/lists/other.ts', 'console/sections/lists/custom/page.tsx')]),
    ).toHaveLength(1)
    expect(
      findFolderCircles([
        module('console/sections/lists/custom/page.tsx', 'console/sections/lists/routes.ts'),
        routes,
      ]).map(({ folders }) => folders),
    ).toEqual([['console/sections/lists/custom', 'console/sections/lists/routes.ts']])
  })

  it('leaves out tests, stories, packages and what is fetched on demand', () => {
    expect(
      findFolderCircles([
        module('console/a/a.ts', 'console/b/b.ts', 'node_modules/react/index.js'),
        module('console/b/b.test.ts', 'console/a/a.ts'),
        module('console/b/b.stories.tsx', 'console/a/a.ts'),
        module('console/b/testing/bench.ts', 'console/a/a.ts'),
        module('console/b/b.ts', 'console/b/testing/bench.ts'),
        { source: 'console/b/lazy.ts', dependencies: [{ resolved: 'console/a/a.ts', dynamic: true }] },
      ]),
    ).toEqual([])
  })
})
