import { storybookTest } from '@storybook/addon-vitest/vitest-plugin'
import react from '@vitejs/plugin-react'
import path from 'node:path'
import { defineConfig } from 'vitest/config'
import { cacheDir, prebundled, root, storyBrowser } from './browser.ts'
import { modes } from './modes.ts'

const looks = { light: 'light', dark: 'dark', rtl: 'rtl', forced: 'light' } as const satisfies Record<string, keyof typeof modes>
const pictures = path.join(import.meta.dirname, '__screenshots__')

/**
 * Pictures of every story in each look, compared with those of the run before. The first run of a story writes its picture and
 * fails by design: look at it, then run again. `--update` takes all changes, `--project dark` runs one look.
 */
export default defineConfig({
  root,
  plugins: [react()],
  cacheDir,
  test: {
    attachmentsDir: 'test-results/snapshots',
    projects: Object.entries(looks).map(([name, mode]) => {
      const translated = modes[mode].locale !== 'en-US'
      return {
        extends: true as const,
        plugins: [storybookTest({ configDir: import.meta.dirname, tags: { include: ['test'], exclude: translated ? ['play-fn'] : [], skip: ['no-snapshot'] } })],
        optimizeDeps: { include: [...prebundled, 'storybook/test'] },
        test: {
          name,
          env: { STORYBOOK_MODE: mode, ...(name === 'forced' ? { STORYBOOK_FORCED_COLORS: '1' } : {}) },
          setupFiles: [path.join(import.meta.dirname, 'visual.setup.ts')],
          browser: {
            ...storyBrowser({ forced: name === 'forced', still: true }),
            expect: {
              toMatchScreenshot: {
                comparatorName: 'pixelmatch' as const,
                comparatorOptions: { allowedMismatchedPixelRatio: 0.001 },
                screenshotOptions: { animations: 'disabled' as const, caret: 'hide' as const },
                resolveScreenshotPath: ({ arg, ext }: { arg: string; ext: string }) => path.join(pictures, name, `${arg}${ext}`),
              },
            },
          },
        },
      }
    }),
  },
})
