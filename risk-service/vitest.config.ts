import { defineConfig } from 'vitest/config'

export default defineConfig({
  root: import.meta.dirname,
  test: {
    name: 'service',
    environment: 'node',
    include: ['**/*.test.ts'],
    globalSetup: ['store/testing-run.ts'],
    // Modules are loaded once per worker, not once per file: half of the time of a run otherwise.
    pool: 'threads',
    isolate: false,
    maxWorkers: 2,
    testTimeout: 30_000,
    hookTimeout: 60_000,
  },
})
