import { execFileSync } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { playwright } from '@vitest/browser-playwright'
import { findChromium } from '../scripts/ensure.mjs'

/** Milliseconds: speed is measured by the benchmarks; a busy machine must not fail a story. */
export const storyTimeout = 60_000

export const root = path.resolve(import.meta.dirname, '..')
/**
 * Two trees that share their packages (a base commit beside its successor) have separate caches, and so has each build
 * of React.
 */
export const cacheDir = `${process.env.STORIES_CACHE ?? path.join(root, 'node_modules/.cache/stories')}-${process.env.NODE_ENV ?? 'development'}`

/**
 * A dependency that Vite discovers late causes a reload in the middle of a run: the dependencies of stories and tests
 * are listed up front.
 */
export const prebundled = [
  ...[
    'accordion',
    'alert-dialog',
    'avatar',
    'checkbox',
    'collapsible',
    'context-menu',
    'dialog',
    'direction',
    'dropdown-menu',
    'hover-card',
    'popover',
    'progress',
    'radio-group',
    'scroll-area',
    'select',
    'separator',
    'slider',
    'slot',
    'switch',
    'tabs',
    'toast',
    'toggle-group',
    'toolbar',
    'tooltip',
  ].map(part => `radix-ui/${part}`),
  'react',
  'react-dom',
  'react-dom/client',
  'react/jsx-runtime',
  'react/jsx-dev-runtime',
  'react-intl',
  'get-nonce',
  'lucide-react',
  'class-variance-authority',
  'tailwind-merge',
  '@radix-ui/react-primitive',
  '@tanstack/react-table',
  '@tanstack/react-virtual',
  'recharts',
  'cytoscape',
  '@codemirror/state',
  '@codemirror/view',
  '@codemirror/commands',
  '@codemirror/language',
  '@codemirror/lint',
  '@codemirror/autocomplete',
  '@codemirror/search',
  '@codemirror/lang-json',
  '@codemirror/merge',
  '@lezer/highlight',
  'cytoscape-fcose',
  'maplibre-gl',
  'topojson-client',
  'react-day-picker',
  'react-day-picker/locale',
  'cmdk',
  '@dnd-kit/core',
  '@dnd-kit/sortable',
]

const args = [
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
  '--font-render-hinting=none',
  '--force-color-profile=srgb',
  '--disable-lcd-text',
  // No story runs for long enough to make up for the time of compiling optimised code.
  '--js-flags=--no-opt --no-maglev',
]

const executablePath = findChromium()

/** How every run starts its browser. */
export const launchOptions = { ...(executablePath === undefined ? {} : { executablePath }), args }

interface BrowserConditions {
  /** A high-contrast system theme. */
  forced?: boolean
  /** Stops all motion, for pictures. */
  still?: boolean
}

/** The browser of every run over stories: the same fonts, colours, language and zone on each machine. */
export function storyBrowser({ forced = false, still = false }: BrowserConditions = {}) {
  return {
    enabled: true,
    headless: true,
    provider: playwright({
      launchOptions,
      contextOptions: {
        locale: 'en-US',
        timezoneId: 'UTC',
        permissions: ['clipboard-read', 'clipboard-write'],
        ...(forced ? { forcedColors: 'active' as const } : {}),
        ...(still ? { reducedMotion: 'reduce' as const } : {}),
      },
    }),
    instances: [{ browser: 'chromium' as const, viewport: { width: 1200, height: 900 } }],
    screenshotFailures: false,
  }
}

export const referenceFolder = path.join(root, '.storybook/__screenshots__')
/** Names the browser that made the references. */
export const referenceBrowserFile = path.join(referenceFolder, 'browser.json')

/** Version of the browser of these runs; a headless shell places letters otherwise than a whole Chromium. */
export function chromiumVersion(): string {
  if (executablePath === undefined) return 'none'
  const printed = execFileSync(executablePath, ['--version'], { encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'] })
  const version = /[\d.]{5,}/.exec(printed)?.[0] ?? 'unknown'
  return /headless.shell/.test(executablePath) ? `${version}, headless shell` : version
}

/** Version of the browser that made the references, if another one than `chromiumVersion` gives. */
export function otherReferenceBrowser(): string | undefined {
  const { chromium = '(not recorded)' } = JSON.parse(
    existsSync(referenceBrowserFile) ? readFileSync(referenceBrowserFile, 'utf8') : '{}',
  ) as { chromium?: string }
  return chromium === chromiumVersion() ? undefined : chromium
}

/** How pictures are taken and compared; the name of a picture begins with its mode. */
export const pictureComparison = (folder: string) => ({
  toMatchScreenshot: {
    comparatorName: 'pixelmatch' as const,
    comparatorOptions: { allowedMismatchedPixelRatio: 0.001 },
    screenshotOptions: { animations: 'disabled' as const, caret: 'hide' as const },
    resolveScreenshotPath: ({ arg, ext }: { arg: string; ext: string }) => path.join(folder, `${arg}${ext}`),
    resolveDiffPath: ({ arg, ext }: { arg: string; ext: string }) =>
      path.join(root, 'test-results/snapshots/changed', `${arg}${ext}`),
  },
})
