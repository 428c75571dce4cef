import path from 'node:path'
import { storybookTest } from '@storybook/addon-vitest/vitest-plugin'
import react from '@vitejs/plugin-react'
import { defineConfig } from 'vitest/config'
import { cacheDir, pictureComparison, prebundled, root, storyBrowser, storyTimeout } from './browser.ts'
import { modeOf, modes, type VisualMode, visualModes } from './modes.ts'
import { stripPlay } from './strip-play.ts'

/**
 * Pictures of stories, one project per mode. Run it by `npm run snapshots`, which says what is taken and what it is
 * compared with:
 *   SNAPSHOT_MODES   which modes, separated by commas
 *   SNAPSHOT_FOLDER  where the references lie
 *   SNAPSHOT_AUDIT   `1` also audits each story by axe, for the report
 */
const requestedModes = (process.env.SNAPSHOT_MODES ?? 'light,dark,rtl,forced')
  .split(',')
  .filter((name): name is VisualMode => visualModes.some(mode => mode === name))
const folder = process.env.SNAPSHOT_FOLDER ?? path.join(root, 'test-results/snapshots/now')

export default defineConfig({
  root,
  plugins: [react()],
  cacheDir: `${cacheDir}-pictures`,
  server: { hmr: { overlay: false } },
  test: {
    testTimeout: storyTimeout,
    attachmentsDir: 'test-results/snapshots/attachments',
    update: 'none',
    projects: requestedModes.map(mode => ({
      extends: true as const,
      plugins: [
        ...(modes[modeOf(mode)].locale === 'en-US' ? [] : [stripPlay()]),
        storybookTest({
          configDir: import.meta.dirname,
          tags: { include: ['test'], exclude: [], skip: ['no-snapshot'] },
        }),
      ],
      optimizeDeps: { include: [...prebundled, 'storybook/test', 'axe-core'] },
      test: {
        name: mode,
        env: {
          STORYBOOK_MODE: modeOf(mode),
          STORYBOOK_PICTURES: '1',
          SNAPSHOT_MODE: mode,
          SNAPSHOT_AUDIT: process.env.SNAPSHOT_AUDIT ?? '',
          ...(mode === 'forced' ? { STORYBOOK_FORCED_COLORS: '1' } : {}),
        },
        isolate: false,
        // Two pages at a time would compete for the focus of one window.
        maxWorkers: 1,
        setupFiles: [path.join(import.meta.dirname, 'visual.setup.ts')],
        browser: {
          ...storyBrowser({ forced: mode === 'forced', still: true }),
          expect: pictureComparison(folder),
        },
      },
    })),
  },
})
