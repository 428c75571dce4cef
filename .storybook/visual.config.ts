import path from 'node:path'
import { storybookTest } from '@storybook/addon-vitest/vitest-plugin'
import react from '@vitejs/plugin-react'
import { defineConfig } from 'vitest/config'
import { cacheDir, prebundled, root, storyBrowser, storyTimeout } from './browser.ts'
import { modeOf, modes, type VisualMode, visualModes } from './modes.ts'
import { stripPlay } from './strip-play.ts'

/**
 * Pictures of stories, one project per mode. Run it by `npm run snapshots`, which says what is taken and what it is
 * compared with:
 *   SNAPSHOT_MODES   which modes, separated by commas
 *   SNAPSHOT_SET     `references`: only the stories whose references are in the repository
 *   SNAPSHOT_FOLDER  where the references lie
 *   SNAPSHOT_SOFT    `1`: differences are said and fail nothing (another Chromium than that of the references)
 */
const requestedModes = (process.env.SNAPSHOT_MODES ?? 'light,dark,rtl,forced')
  .split(',')
  .filter((name): name is VisualMode => visualModes.some(mode => mode === name))
const referenceFolder = path.resolve(root, process.env.SNAPSHOT_FOLDER ?? '.storybook/__screenshots__')
const diffFolder = path.join(root, 'test-results/snapshots/changed')

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
      optimizeDeps: { include: [...prebundled, 'storybook/test'] },
      test: {
        name: mode,
        env: {
          STORYBOOK_MODE: modeOf(mode),
          STORYBOOK_PICTURES: '1',
          SNAPSHOT_MODE: mode,
          SNAPSHOT_SET: process.env.SNAPSHOT_SET ?? '',
          SNAPSHOT_SOFT: process.env.SNAPSHOT_SOFT ?? '',
          ...(mode === 'forced' ? { STORYBOOK_FORCED_COLORS: '1' } : {}),
        },
        isolate: false,
        // Two pages at a time would compete for the focus of one window.
        maxWorkers: 1,
        setupFiles: [path.join(import.meta.dirname, 'visual.setup.ts')],
        browser: {
          ...storyBrowser({ forced: mode === 'forced', still: true }),
          expect: {
            toMatchScreenshot: {
              comparatorName: 'pixelmatch' as const,
              comparatorOptions: { allowedMismatchedPixelRatio: 0.001 },
              screenshotOptions: { animations: 'disabled' as const, caret: 'hide' as const },
              resolveScreenshotPath: ({ arg, ext }: { arg: string; ext: string }) =>
                path.join(referenceFolder, mode, `${arg}${ext}`),
              resolveDiffPath: ({ arg, ext }: { arg: string; ext: string }) =>
                path.join(diffFolder, mode, `${arg}${ext}`),
            },
          },
        },
      },
    })),
  },
})
