import { storybookTest } from '@storybook/addon-vitest/vitest-plugin'
import tailwindcss from '@tailwindcss/vite'
import react from '@vitejs/plugin-react'
import { playwright } from '@vitest/browser-playwright'
import path from 'node:path'
import { defineConfig } from 'vitest/config'
import { modes, type Mode } from './modes.ts'

const root = path.resolve(import.meta.dirname, '..')
const executablePath = process.env.CHROMIUM_PATH ?? '/usr/bin/chromium'
/** `STORYBOOK_MODE` picks the look (see modes.ts); `STORYBOOK_FORCED_COLORS=1` emulates a high-contrast system theme. */
const forced = process.env.STORYBOOK_FORCED_COLORS === '1'
const mode = modes[(process.env.STORYBOOK_MODE ?? 'light') as Mode] ?? modes.light
const translated = mode.locale !== 'en-US'
const args = [
  '--no-sandbox', '--disable-gpu', '--disable-quic', '--no-first-run', '--disable-background-networking', '--disable-component-update', '--disable-sync',
  '--font-render-hinting=none', '--force-color-profile=srgb', '--disable-lcd-text',
]

/** Found late, a dependency makes Vite reload in the middle of a run: what stories and tests use is named up front. */
const include = [
  'react', 'react-dom', 'react-dom/client', 'react/jsx-dev-runtime', 'react-intl', 'radix-ui', 'get-nonce',
  'lucide-react', 'class-variance-authority', 'tailwind-merge', '@radix-ui/react-primitive', '@tanstack/react-table', '@tanstack/react-virtual', 'recharts',
  'cytoscape', '@codemirror/state', '@codemirror/view', '@codemirror/commands', '@codemirror/language', '@codemirror/lint', '@codemirror/autocomplete',
  '@codemirror/search', '@codemirror/lang-json', '@lezer/highlight',
]

const browser = {
  enabled: true,
  headless: true,
  provider: playwright({ launchOptions: { executablePath, args }, contextOptions: { locale: 'en-US', timezoneId: 'UTC', ...(forced ? { forcedColors: 'active' as const } : {}), permissions: ['clipboard-read', 'clipboard-write'] } }),
  instances: [{ browser: 'chromium' as const, viewport: { width: 1200, height: 900 } }],
  screenshotFailures: false,
}

/** Stories are the tests of the components, in a browser with axe as an error; pure code runs beside them in Node. */
export default defineConfig({
  root,
  plugins: [react()],
  cacheDir: path.join(root, 'node_modules/.cache/stories'),
  test: {
    projects: [
      {
        extends: true,
        // Interaction tests speak English and ran in the default look: another language draws and audits all other stories.
        plugins: [storybookTest({ configDir: import.meta.dirname, tags: { include: ['test'], exclude: translated ? ['play-fn'] : [], skip: [] } })],
        optimizeDeps: { include: [...include, 'storybook/test'] },
        test: {
          name: 'stories',
          browser,
        },
      },
      {
        extends: true,
        plugins: [tailwindcss()],
        optimizeDeps: { include: [...include, '@testing-library/react', 'axe-core'] },
        test: { name: 'conformance', include: ['design-system/**/*.browser.test.tsx'], browser },
      },
      {
        extends: true,
        test: { name: 'design-system', environment: 'node', include: ['design-system/**/*.test.ts', 'design-system/**/*.test.tsx'], exclude: ['**/*.browser.test.tsx'] },
      },
    ],
  },
})
