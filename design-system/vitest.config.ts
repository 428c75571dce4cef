import path from 'node:path'
import { defineConfig } from 'vitest/config'
import { testProjects } from '../scripts/test/test-projects.ts'

const root = path.resolve(import.meta.dirname, '..')

/** Pure code of the library and its hooks; the stories test everything that is rendered. */
export default defineConfig({
  root,
  test: {
    environment: 'node',
    pool: 'threads',
    projects: testProjects({
      root,
      name: 'library',
      patterns: ['design-system/**/*.test.ts', 'design-system/**/*.test.tsx'],
      exclude: /\.browser\.test\.tsx$|node_modules/,
      pageSetup: path.join(import.meta.dirname, 'testing/page-setup.ts'),
    }),
  },
})
