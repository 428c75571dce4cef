import path from 'node:path'
import { defineConfig } from 'vitest/config'
import { testProjects } from '../scripts/test/test-projects.ts'
import { messagesPlugin } from './build/messages-plugin.ts'

const root = path.resolve(import.meta.dirname, '..')

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
    projects: testProjects({
      root,
      name: 'console',
      patterns: ['console/**/*.test.ts', 'scripts/**/*.test.ts'],
      // The monitoring library wraps what the page calls, and never takes it back. A page reads its site configuration
      // once, and sample data need one of their own.
      alone: /console[\\/](platform[\\/]telemetry|sections[\\/]sample-data)[\\/]/,
      pageSetup: path.join(import.meta.dirname, 'platform/testing/page-setup.ts'),
    }),
  },
})
