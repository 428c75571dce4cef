import { availableParallelism } from 'node:os'
import { defineConfig } from 'vitest/config'

export default defineConfig({
  root: import.meta.dirname,
  test: {
    name: 'service',
    environment: 'node',
    include: ['**/*.test.ts'],
    globalSetup: ['kernel/store/testing/global-setup.ts'],
    setupFiles: ['kernel/store/testing/real-timers.ts'],
    // Modules are loaded once per worker, not once per file, which halves the time of a run.
    pool: 'threads',
    isolate: false,
    // One more than processors: a file often waits for the database.
    maxWorkers: Math.min(3, availableParallelism() + 1),
    // Patience for busy machines; how fast things are is for `npm run bench`.
    testTimeout: 120_000,
    hookTimeout: 180_000,
  },
})
