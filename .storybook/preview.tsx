import type { Decorator, Preview } from '@storybook/react-vite'
import { lazy, type ReactNode, Suspense, useLayoutEffect } from 'react'
import { AppIntlProvider } from '../design-system/i18n/index.ts'
import { AnnouncerProvider } from '../design-system/lib/announcer.tsx'
import { storyIntl, storyLocales } from '../design-system/testing/catalogues.ts'
import { describeInherited, disableElementControls, omitNull } from './docs/arg-types.ts'
import type { StoryProps } from './docs/framed-story.tsx'
import type { SiteContainerProps } from './docs/site-container.tsx'
import { type Mode, modes, viewports } from './modes.ts'
import './stories.css'

const environment = (import.meta as { env?: Record<string, string | undefined> }).env ?? {}
const mode: Record<string, string> = modes[(environment.STORYBOOK_MODE ?? 'light') as Mode] ?? modes.light

// Needed by the documentation only: stories as tests do not load the blocks.
const DocsPage = lazy(() => import('./docs/docs-page.tsx'))
const SiteContainer = lazy(() => import('./docs/site-container.tsx'))
const FramedStory = lazy(() => import('./docs/framed-story.tsx'))

interface StoryGlobals {
  theme: string
  density: string
  contrast: string
  motion: string
  /** Text size in percent. */
  text: string
}

const isDark = (theme: string) =>
  theme === 'dark' || (theme === 'system' && matchMedia('(prefers-color-scheme: dark)').matches)

/** Attributes are set on `<html>`: portalled content would not inherit them from a wrapper. */
function StoryFrame({ theme, density, contrast, motion, text, children }: StoryGlobals & { children: ReactNode }) {
  useLayoutEffect(() => {
    const root = document.documentElement
    root.dataset.theme = theme
    root.dataset.density = density
    root.dataset.contrast = contrast
    root.dataset.motion = motion
    root.style.fontSize = text === '100' ? '' : `${text}%`
    return () => {
      root.style.fontSize = ''
    }
  }, [theme, density, contrast, motion, text])
  return (
    <div data-story-frame className="bg-surface p-4 text-sm text-fg">
      {children}
    </div>
  )
}

/**
 * A documentation page shows stories in several modes side by side: there each has its own attributes and `<html>` is
 * unchanged.
 */
function DocsStoryFrame({
  theme,
  density,
  contrast,
  motion,
  lang,
  dir,
  children,
}: Omit<StoryGlobals, 'text'> & { lang: string; dir: string; children: ReactNode }) {
  useLayoutEffect(() => {
    // Runs after the provider inside has set the language of its story there.
    document.documentElement.lang = 'en'
    document.documentElement.dir = 'ltr'
  })
  return (
    <div data-theme={theme} data-density={density} data-contrast={contrast} data-motion={motion} lang={lang} dir={dir}>
      {children}
    </div>
  )
}

const withApplication: Decorator = (Story, { globals, viewMode }) => {
  const locale = String(globals.locale)
  const frame = {
    theme: isDark(String(globals.theme)) ? 'dark' : 'light',
    density: String(globals.density),
    contrast: String(globals.contrast),
    motion: String(globals.motion),
    text: String(globals.text),
  }
  const intl = storyIntl(locale)
  const application = (content: ReactNode) => (
    <AppIntlProvider key={locale} value={intl}>
      <AnnouncerProvider>{content}</AnnouncerProvider>
    </AppIntlProvider>
  )
  if (viewMode !== 'docs')
    return application(
      <StoryFrame {...frame}>
        <Story />
      </StoryFrame>,
    )
  return (
    <DocsStoryFrame {...frame} lang={intl.intl.locale} dir={intl.direction}>
      {application(
        <div className="bg-surface p-4 text-sm text-fg">
          <Story />
        </div>,
      )}
    </DocsStoryFrame>
  )
}

const toolbarChoice = (
  title: string,
  icon: 'paintbrush' | 'globe' | 'ruler' | 'contrast' | 'play' | 'zoom',
  items: readonly string[],
) => ({
  description: title,
  toolbar: { title, icon, items: [...items], dynamicTitle: true },
})

const preview: Preview = {
  decorators: [withApplication],
  argTypesEnhancers: [disableElementControls, omitNull, describeInherited],
  tags: ['autodocs'],
  initialGlobals: {
    theme: mode.theme ?? 'light',
    locale: mode.locale ?? 'en-US',
    density: mode.density ?? 'comfortable',
    contrast: mode.contrast ?? 'normal',
    motion: 'full',
    text: mode.text ?? '100',
    ...(mode.viewport === undefined ? {} : { viewport: { value: mode.viewport, isRotated: false } }),
  },
  globalTypes: {
    theme: toolbarChoice('Theme', 'paintbrush', ['light', 'dark', 'system']),
    locale: toolbarChoice('Language', 'globe', storyLocales),
    density: toolbarChoice('Density', 'ruler', ['compact', 'comfortable', 'spacious']),
    contrast: toolbarChoice('Contrast', 'contrast', ['normal', 'more']),
    motion: toolbarChoice('Motion', 'play', ['full', 'reduced']),
    text: toolbarChoice('Text size', 'zoom', ['100', '200']),
  },
  parameters: {
    layout: 'fullscreen',
    a11y: {
      test: 'error',
      ...(environment.STORYBOOK_PICTURES === '1' ? { disable: true } : {}),
      options: {
        // For a passed rule no examples are needed.
        resultTypes: ['violations', 'incomplete'],
        runOnly: ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'],
        rules: {
          region: { enabled: false },
          'page-has-heading-one': { enabled: false },
          'landmark-one-main': { enabled: false },
          // Under forced colours axe reads author colours and reports text that the browser has in fact repainted.
          ...(environment.STORYBOOK_FORCED_COLORS === '1' ? { 'color-contrast': { enabled: false } } : {}),
        },
      },
    },
    viewport: { options: viewports },
    controls: { expanded: true, sort: 'requiredFirst' },
    docs: {
      codePanel: true,
      container: (props: SiteContainerProps) => (
        <Suspense fallback={null}>
          <SiteContainer {...props} />
        </Suspense>
      ),
      toc: { headingSelector: 'h2', title: 'On this page' },
      components: {
        Story: (props: StoryProps) => (
          <Suspense fallback={null}>
            <FramedStory {...props} />
          </Suspense>
        ),
      },
      page: () => (
        <Suspense fallback={null}>
          <DocsPage />
        </Suspense>
      ),
    },
    options: {
      storySort: {
        order: [
          'Start',
          ['Welcome', 'Find a component', 'Composing a screen', 'Recipes', 'Contributing', 'Changelog', '*'],
          'Foundations',
          ['Colour', 'Type', 'Space', 'Density', 'Motion', 'Icons', 'Direction', 'Voice', 'Download', '*'],
          'Primitives',
          'Values',
          'Forms',
          'Overlays',
          'Navigation',
          'Feedback',
          'Data table',
          'Charts',
          'Graph',
          'Map',
          'Editor',
          'Patterns',
          'Templates',
          'Deprecated',
        ],
      },
    },
  },
}
export default preview
