import path from 'node:path'
import { defineConfig } from 'vitest/config'

/** Pure parts of the console, in Node; what is rendered is proven by stories and journeys. */
export default defineConfig({
  root: path.resolve(import.meta.dirname, '..'),
  test: { name: 'console', include: ['console/**/*.test.ts'], environment: 'node' },
})
