import { defineConfig } from 'vitest/config'
import { root } from '../../browser.ts'

/** Milliseconds: a page takes a fifth of a second, and longer on a busy machine. */
const pageTimeout = 60_000
/** Milliseconds until Storybook is built, on a busy machine. */
const buildTimeout = 300_000

/** Every page of the documentation, built as it is published, and read in one browser. */
export default defineConfig({
  root,
  test: {
    name: 'pages',
    include: ['.storybook/docs/rendered/pages.test.ts'],
    globalSetup: ['.storybook/docs/rendered/build.ts'],
    testTimeout: pageTimeout,
    hookTimeout: pageTimeout,
    teardownTimeout: buildTimeout,
    pool: 'threads',
    maxWorkers: 1,
    isolate: false,
  },
})
