import { globSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { defineConfig } from 'vitest/config'
import { messagesPlugin } from './build/messages-plugin.ts'

const root = path.resolve(import.meta.dirname, '..')
const patterns = ['console/**/*.test.ts', 'scripts/**/*.test.ts']
/** What replaces modules, clocks or the configuration of the page: such a test runs by itself. */
const changesModules = /\bvi\.(mock|doMock|resetModules|useFakeTimers|setSystemTime)\(/
/** The monitoring library wraps what the page calls, and never takes it back. */
const telemetry = /console[\\/]platform[\\/]telemetry[\\/]/
const stubsGlobals = /\bvi\.stub\w+\(/

/** The project of a test file, by what it needs around it. */
function projectOf(file: string): 'console' | 'pages' | 'alone' {
  const text = readFileSync(path.join(root, file), 'utf8')
  if (changesModules.test(text) || telemetry.test(file)) return 'alone'
  if (/@vitest-environment jsdom/.test(text)) return 'pages'
  return stubsGlobals.test(text) ? 'alone' : 'console'
}
const projects = Map.groupBy(globSync(patterns, { cwd: root }), projectOf)

/**
 * Parts of the console and of the scripts, in Node, and pages in jsdom with answers of the service put in its place;
 * what else is rendered is proven by stories and journeys.
 */
export default defineConfig({
  root,
  plugins: [messagesPlugin()],
  test: {
    environment: 'node',
    pool: 'threads',
    // Loading what they test takes far longer than testing it: the files of the first two projects share it.
    projects: [
      { extends: true, test: { name: 'console', include: projects.get('console') ?? [], isolate: false } },
      {
        extends: true,
        test: {
          name: 'console-pages',
          include: projects.get('pages') ?? [],
          environment: 'jsdom',
          isolate: false,
          setupFiles: [path.join(import.meta.dirname, 'platform/testing/page-setup.ts')],
        },
      },
      { extends: true, test: { name: 'console-alone', include: projects.get('alone') ?? [] } },
    ],
  },
})
