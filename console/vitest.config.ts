import { globSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { defineConfig } from 'vitest/config'
import { messagesPlugin } from './build/messages-plugin.ts'

const root = path.resolve(import.meta.dirname, '..')
const patterns = ['console/**/*.test.ts', 'scripts/**/*.test.ts']
/** What changes the world around it, or has one of its own: such a test runs by itself. */
const apart = /\bvi\.(mock|doMock|stub\w+|resetModules|useFakeTimers|setSystemTime)\(|@vitest-environment/
const alone = globSync(patterns, { cwd: root }).filter(file => apart.test(readFileSync(path.join(root, file), 'utf8')))

/**
 * Pure parts of the console and of the scripts, in Node, and in jsdom what a form keeps over a lost session; what else
 * is rendered is proven by stories and journeys.
 */
export default defineConfig({
  root,
  plugins: [messagesPlugin()],
  test: {
    environment: 'node',
    pool: 'threads',
    projects: [
      // Loading what they test takes far longer than testing it: these share it.
      {
        extends: true,
        test: { name: 'console', include: patterns, exclude: [...alone, '**/node_modules/**'], isolate: false },
      },
      { extends: true, test: { name: 'console-alone', include: alone } },
    ],
  },
})
