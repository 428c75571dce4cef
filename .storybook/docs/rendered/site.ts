import { existsSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { type Browser, chromium, type Page } from 'playwright'
import { launchOptions, root } from '../../browser.ts'
import { statusOf } from '../status.ts'
import { type PageContent, readPage } from './page-content.ts'
import type { ExpectedPage } from './page-faults.ts'

/** Where Storybook is built for this test. */
export const siteFolder = path.join(root, 'test-results/documentation')
/** No server listens there: the browser receives the files of the folder. */
const origin = 'http://localhost'

interface IndexEntry {
  id: string
  title: string
  importPath: string
  type: 'docs' | 'story'
  tags: readonly string[]
}

const readIndex = (): IndexEntry[] =>
  Object.values(
    (JSON.parse(readFileSync(path.join(siteFolder, 'index.json'), 'utf8')) as { entries: Record<string, IndexEntry> })
      .entries,
  )

/** Ids of all pages and stories, which links may lead to. */
export const readIds = (): Set<string> => new Set(readIndex().map(({ id }) => id))

/** Every documentation page with what it has to show. */
export function readPages(): ExpectedPage[] {
  const entries = readIndex()
  return entries
    .filter(({ type }) => type === 'docs')
    .map(({ id, title, importPath, tags }) => {
      const written = tags.includes('unattached-mdx')
      const stories = written
        ? (readFileSync(path.join(root, importPath), 'utf8').match(/<(Canvas|Story)\b/g) ?? []).length
        : entries.filter(entry => entry.type === 'story' && entry.title === title && entry.tags.includes('autodocs'))
            .length
      return { id, title, file: importPath.replace(/^\.\//, ''), written, stories, status: statusOf(tags) }
    })
}

/** Of all pages together, scripts run for long enough to be worth compiling. */
const browserOptions = { ...launchOptions, args: launchOptions.args.filter(arg => !arg.startsWith('--js-flags')) }

/** What a page of Storybook gives its documentation: the part that is used here. */
interface StorybookWindow {
  __STORYBOOK_PREVIEW__?: { storyStoreValue?: unknown; renderStoryToElement: () => () => Promise<void> }
  __STORYBOOK_ADDONS_CHANNEL__: {
    once: (event: string, listener: () => void) => void
    emit: (event: string, value: object) => void
  }
}

/** One browser page in which the documentation pages are opened, one after the other, without loading it again. */
export class DocumentationSite {
  #browser: Browser | undefined
  #page: Page | undefined
  #messages: string[] = []

  /** Opens a documentation page and reads it. */
  async read({ id, stories }: ExpectedPage): Promise<PageContent> {
    const page = this.#page ?? (await this.#open(id))
    this.#messages.length = 0
    await page.evaluate(async pageId => {
      const channel = (window as unknown as StorybookWindow).__STORYBOOK_ADDONS_CHANNEL__
      await new Promise<void>(resolve => {
        for (const event of ['docsRendered', 'storyErrored', 'storyThrewException', 'storyMissing'])
          channel.once(event, resolve)
        channel.emit('setCurrentStory', { storyId: pageId, viewMode: 'docs' })
      })
    }, id)
    const content = await page.evaluate(readPage, stories)
    const read = { ...content, messages: [...this.#messages] }
    // A page that could not be drawn may leave its faults to the next one.
    if (content.exception !== undefined) await this.#discardPage()
    return read
  }

  async close(): Promise<void> {
    await this.#browser?.close()
    this.#browser = undefined
    this.#page = undefined
  }

  async #discardPage(): Promise<void> {
    await this.#page?.close()
    this.#page = undefined
  }

  async #open(id: string): Promise<Page> {
    this.#browser ??= await chromium.launch(browserOptions)
    const page = await this.#browser.newPage({ locale: 'en-US', timezoneId: 'UTC' })
    page.on('console', message => {
      if (message.type() === 'error') this.#messages.push(message.text())
    })
    page.on('pageerror', error => this.#messages.push(error.message))
    await page.route('**/*', route => {
      const request = route.request()
      // Stories are tested by a run of their own, those in frames, too.
      if (request.frame() !== page.mainFrame()) return route.fulfill({ contentType: 'text/html', body: '' })
      const url = new URL(request.url())
      const file = path.join(siteFolder, decodeURIComponent(url.pathname))
      return url.origin === origin && existsSync(file) ? route.fulfill({ path: file }) : route.fulfill({ status: 404 })
    })
    await page.goto(`${origin}/iframe.html?viewMode=docs&id=${id}`)
    await page.waitForFunction(
      () => (window as unknown as StorybookWindow).__STORYBOOK_PREVIEW__?.storyStoreValue !== undefined,
    )
    await page.evaluate(() => {
      const preview = (window as unknown as StorybookWindow).__STORYBOOK_PREVIEW__
      if (preview) preview.renderStoryToElement = () => () => Promise.resolve()
    })
    // The layout of a page takes longer than its content, and nobody looks at it.
    await page.addStyleTag({ content: '#storybook-docs { display: none }' })
    this.#page = page
    return page
  }
}
