import path from 'node:path'
import { storybookTest } from '@storybook/addon-vitest/vitest-plugin'
import react from '@vitejs/plugin-react'
import { defineConfig } from 'vitest/config'
import { cacheDir, patience, prebundled, root, storyBrowser } from './browser.ts'
import { type Look, looks, modeOf, modes } from './modes.ts'
import { withoutPlays } from './without-plays.ts'

/**
 * Pictures of stories, one project per look. Run it by `npm run snapshots`, which says what is taken and what it is
 * compared with:
 *   SNAPSHOT_LOOKS   which looks, separated by commas
 *   SNAPSHOT_SET     `kept`: only the stories whose references are in the repository
 *   SNAPSHOT_FOLDER  where the references lie
 *   SNAPSHOT_SOFT    `1`: differences are said and fail nothing (another Chromium than that of the references)
 */
const asked = (process.env.SNAPSHOT_LOOKS ?? 'light,dark,rtl,forced')
  .split(',')
  .filter((name): name is Look => looks.some(look => look === name))
const pictures = path.resolve(root, process.env.SNAPSHOT_FOLDER ?? '.storybook/__screenshots__')
const changed = path.join(root, 'test-results/snapshots/changed')

export default defineConfig({
  root,
  plugins: [react()],
  cacheDir: `${cacheDir}-pictures`,
  server: { hmr: { overlay: false } },
  test: {
    testTimeout: patience,
    attachmentsDir: 'test-results/snapshots/attachments',
    update: 'none',
    projects: asked.map(look => ({
      extends: true as const,
      plugins: [
        ...(modes[modeOf(look)].locale === 'en-US' ? [] : [withoutPlays()]),
        storybookTest({
          configDir: import.meta.dirname,
          tags: { include: ['test'], exclude: [], skip: ['no-snapshot'] },
        }),
      ],
      optimizeDeps: { include: [...prebundled, 'storybook/test'] },
      test: {
        name: look,
        env: {
          STORYBOOK_MODE: modeOf(look),
          STORYBOOK_PICTURES: '1',
          SNAPSHOT_LOOK: look,
          SNAPSHOT_SET: process.env.SNAPSHOT_SET ?? '',
          SNAPSHOT_SOFT: process.env.SNAPSHOT_SOFT ?? '',
          ...(look === 'forced' ? { STORYBOOK_FORCED_COLORS: '1' } : {}),
        },
        isolate: false,
        // Two pages at a time would share the focus of one window.
        maxWorkers: 1,
        setupFiles: [path.join(import.meta.dirname, 'visual.setup.ts')],
        browser: {
          ...storyBrowser({ forced: look === 'forced', still: true }),
          expect: {
            toMatchScreenshot: {
              comparatorName: 'pixelmatch' as const,
              comparatorOptions: { allowedMismatchedPixelRatio: 0.001 },
              screenshotOptions: { animations: 'disabled' as const, caret: 'hide' as const },
              resolveScreenshotPath: ({ arg, ext }: { arg: string; ext: string }) =>
                path.join(pictures, look, `${arg}${ext}`),
              resolveDiffPath: ({ arg, ext }: { arg: string; ext: string }) => path.join(changed, look, `${arg}${ext}`),
            },
          },
        },
      },
    })),
  },
})
