import { storybookTest } from '@storybook/addon-vitest/vitest-plugin'
import react from '@vitejs/plugin-react'
import { defineConfig } from 'vitest/config'
import { prebundled, root, storyBrowser } from './browser.ts'
const forced = process.env.STORYBOOK_FORCED_COLORS === '1'
const look = process.env.SHOT ?? 'light'
export default defineConfig({
  root, plugins: [react()], cacheDir: root + '/node_modules/.cache/stories',
  test: { projects: [{ extends: true,
    plugins: [storybookTest({ configDir: import.meta.dirname, tags: { include: ['test'], exclude: [], skip: [] } })],
    optimizeDeps: { include: [...prebundled, 'storybook/test'] },
    test: { name: 'shots', env: { SHOT: look }, setupFiles: [import.meta.dirname + '/zz-shots-dd.setup.ts'], browser: storyBrowser({ forced, still: true }) } }] } })
