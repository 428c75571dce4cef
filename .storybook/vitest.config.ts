import { availableParallelism } from 'node:os'
import path from 'node:path'
import { storybookTest } from '@storybook/addon-vitest/vitest-plugin'
import tailwindcss from '@tailwindcss/vite'
import react from '@vitejs/plugin-react'
import { defineConfig } from 'vitest/config'
import {
  cacheDir,
  chromiumVersion,
  otherReferenceBrowser,
  pictureComparison,
  prebundled,
  referenceFolder,
  root,
  storyBrowser,
  storyTimeout,
} from './browser.ts'
import { type Mode, modes } from './modes.ts'
import { playOnce, stripPlay } from './strip-play.ts'

/**
 * `STORYBOOK_MODE` chooses the mode (see modes.ts); `STORYBOOK_FORCED_COLORS=1` emulates a high-contrast system theme;
 * `STORYBOOK_TREES=1` compares accessibility trees; `STORYBOOK_REFLOW=1` narrows the window to 320 pixels;
 * `STORYBOOK_MODES=dark,rtl` audits each story in those modes, too; `STORYBOOK_REFERENCES=1` compares pictures with the
 * references of the repository, `only` does nothing else.
 */
const forced = process.env.STORYBOOK_FORCED_COLORS === '1'
const mode = modes[(process.env.STORYBOOK_MODE ?? 'light') as Mode] ?? modes.light
const translated = mode.locale !== 'en-US'

const otherBrowser = process.env.STORYBOOK_REFERENCES ? otherReferenceBrowser() : undefined
if (otherBrowser !== undefined)
  console.warn(
    `The reference pictures were made by Chromium ${otherBrowser}, this is ${chromiumVersion()}: differences are printed and fail nothing.`,
  )

/** Stories are the tests of the components, in a browser with axe as an error. */
export default defineConfig({
  root,
  plugins: [react()],
  cacheDir,
  // A file that does not compile fails on its own; the overlay would cover the following stories.
  server: { hmr: { overlay: false } },
  test: {
    testTimeout: storyTimeout,
    hookTimeout: storyTimeout,
    // A missing reference is a finding and is not written: `npm run snapshots -- --trees` writes it.
    update: 'none',
    attachmentsDir: 'test-results/snapshots/attachments',
    projects: [
      {
        extends: true,
        plugins: [
          ...(translated
            ? [stripPlay()]
            : process.env.STORYBOOK_MODES || process.env.STORYBOOK_REFERENCES
              ? [playOnce()]
              : []),
          storybookTest({ configDir: import.meta.dirname, tags: { include: ['test'], exclude: [], skip: [] } }),
        ],
        optimizeDeps: { include: [...prebundled, 'storybook/test', 'axe-core'] },
        test: {
          name: 'stories',
          // One page for many files: stories set their attributes on `<html>`, and remove them afterwards.
          isolate: false,
          maxWorkers: Math.min(2, availableParallelism()),
          setupFiles: [path.join(import.meta.dirname, 'stories.setup.ts')],
          env: {
            ...(process.env.STORYBOOK_REFERENCES === 'only' ? { STORYBOOK_PICTURES: '1' } : {}),
            ...(otherBrowser === undefined ? {} : { SNAPSHOT_SOFT: '1' }),
          },
          browser: { ...storyBrowser({ forced }), expect: pictureComparison(referenceFolder) },
        },
      },
      {
        extends: true,
        plugins: [tailwindcss()],
        optimizeDeps: { include: [...prebundled, '@testing-library/react', 'axe-core'] },
        test: {
          name: 'conformance',
          isolate: false,
          // One page, because the stage runs in parallel with another.
          maxWorkers: 1,
          include: ['design-system/**/*.browser.test.tsx'],
          browser: storyBrowser(),
        },
      },
    ],
  },
})
