import { storybookTest } from '@storybook/addon-vitest/vitest-plugin'
import tailwindcss from '@tailwindcss/vite'
import react from '@vitejs/plugin-react'
import { defineConfig } from 'vitest/config'
import { cacheDir, prebundled, root, storyBrowser } from './browser.ts'
import { modes, type Mode } from './modes.ts'

/** `STORYBOOK_MODE` picks the look (see modes.ts); `STORYBOOK_FORCED_COLORS=1` emulates a high-contrast system theme. */
const forced = process.env.STORYBOOK_FORCED_COLORS === '1'
const mode = modes[(process.env.STORYBOOK_MODE ?? 'light') as Mode] ?? modes.light
const translated = mode.locale !== 'en-US'

/** Stories are the tests of the components, in a browser with axe as an error; pure code runs beside them in Node. */
export default defineConfig({
  root,
  plugins: [react()],
  cacheDir,
  test: {
    projects: [
      {
        extends: true,
        // Interaction tests speak English and ran in the default look: another language draws and audits all other stories.
        plugins: [storybookTest({ configDir: import.meta.dirname, tags: { include: ['test'], exclude: translated ? ['play-fn'] : [], skip: [] } })],
        optimizeDeps: { include: [...prebundled, 'storybook/test'] },
        test: { name: 'stories', browser: storyBrowser({ forced }) },
      },
      {
        extends: true,
        plugins: [tailwindcss()],
        optimizeDeps: { include: [...prebundled, '@testing-library/react', 'axe-core'] },
        test: { name: 'conformance', include: ['design-system/**/*.browser.test.tsx'], browser: storyBrowser() },
      },
      {
        extends: true,
        test: { name: 'design-system', environment: 'node', include: ['design-system/**/*.test.ts', 'design-system/**/*.test.tsx'], exclude: ['**/*.browser.test.tsx'] },
      },
    ],
  },
})
