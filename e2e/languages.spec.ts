import AxeBuilder from '@axe-core/playwright'
import type { Locator, Page } from '@playwright/test'
import { readFileSync } from 'node:fs'
import path from 'node:path'
import { languageNames, supportedLanguages, type Language } from '../console/platform/i18n/languages.ts'
import { accounts } from './support/demo.ts'
import { chooseAccount, chooseInAccountMenu, expect, follow, heading, signIn, test } from './support/journey.ts'

const rulesAddress = '/fraud/purchase/rules'

function texts(language: string): Record<string, string> {
  return JSON.parse(readFileSync(path.resolve(import.meta.dirname, `../locales/${language}.json`), 'utf8')) as Record<string, string>
}

/** English sentences of the console that read differently in the other language: three words or more, without placeholders. */
function englishSentences(language: string): string[] {
  const translated = texts(language)
  return Object.entries(texts('en-US'))
    .filter(([id, text]) => translated[id] !== text && !/[{<]/.test(text) && text.split(' ').length >= 3)
    .map(([, text]) => text)
}

/** Everything a page says: what is seen, and the names that are only heard. */
async function wordsOf(page: Page): Promise<string> {
  return page.evaluate(() => [
    document.title, document.body.innerText,
    ...[...document.querySelectorAll('[aria-label], [title], [placeholder], [alt]')].flatMap(element =>
      ['aria-label', 'title', 'placeholder', 'alt'].map(name => element.getAttribute(name) ?? '')),
  ].join('\n'))
}

/** Width of the content and of the window: more content than window is a page that scrolls sideways. */
async function widths(page: Page): Promise<{ content: number; window: number }> {
  return page.evaluate(() => ({ content: document.documentElement.scrollWidth, window: document.documentElement.clientWidth }))
}

async function expectAccessible(page: Page, name: string): Promise<void> {
  const { violations } = await new AxeBuilder({ page })
    .withTags(['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'])
    .analyze()
  expect.soft(violations.map(({ id, help, nodes }) => `${id}: ${help}: ${nodes.slice(0, 3).map(({ html, any, target }) => `${target.join(" ")} ${html.slice(0, 160)} ${any[0]?.message ?? ''}`).join(' | ')}`), `axe on ${name}`).toEqual([])
}

/** Waits for a page's data: nothing is busy any more. */
async function settled(page: Page): Promise<void> {
  await expect(page.getByRole('heading', { level: 1 }).first()).toBeVisible()
  // The network never rests: the console keeps a stream open.
  await expect(page.locator('[aria-busy="true"]')).toHaveCount(0)
  await page.waitForTimeout(700)
  await page.evaluate(() => document.fonts.ready)
}

/** Goes on to an address inside the running page and waits for what is there. */
async function open(page: Page, address: string): Promise<void> {
  const { pathname, searchParams } = new URL(address, page.url())
  const [before, tab] = [new URL(page.url()).pathname, searchParams.get('tab')]
  const title = page.getByRole('heading', { level: 1 }).first()
  const left = (await title.textContent()) ?? ''
  await follow(page, address)
  if (pathname !== before) await expect(title).not.toHaveText(left)
  if (tab !== null) await expect(page.getByRole('main').locator(`a[href*="tab=${tab}"]`)).toHaveAttribute('aria-current', 'page')
  await settled(page)
}

/** Where the first link of a kind leads. */
async function target(page: Page, link: Locator): Promise<string> {
  await expect(link).toBeVisible()
  const { pathname, search } = new URL((await link.getAttribute('href')) ?? '', page.url())
  return `${pathname}${search}`
}

// Pages are followed by address, past the links that the router knows; where a form asks before it is left, the router says so.
test.beforeEach(({ guard }) => guard.expectComplaint(/use a blocker on a POP navigation/))

type Part = 'overview' | 'event' | 'rules' | 'data'
const daily: readonly Part[] = ['overview', 'event', 'rules']
/** Pages that are addresses and nothing else; two with the same title do not follow each other. */
const dataPages = [
  '/data', '/data/velocities', '/data/functions', '/data/externalcalls', '/data/externalcalls?call=new', '/data/externalassessments', '/data/lists/custom', '/environments',
  '/data/lists/support', '/data/templates', '/data/lists/custom?do=new&source=cosmos', '/rulesconfiguration', '/casemanagement/routingrules', '/fraud/assessments/CardAuthorisation/rules',
]

/** Walks over every page there is, or one part of them, with each view of the review page. `page` is open and signed in. */
async function everyPage(page: Page, check: (name: string) => Promise<void>, parts: readonly Part[]): Promise<void> {
  const visit = async (address: string) => {
    await open(page, address)
    await check(address)
  }
  await settled(page)
  if (parts.includes('overview')) await check('/')
  const search = '/search?period=90d'
  if (parts.includes('overview')) await visit(search)
  else if (parts.includes('event')) await open(page, search)
  if (parts.includes('event')) {
    const event = await target(page, page.getByRole('grid').getByRole('link').first())
    for (const address of [event, ...['linked', 'graph', 'json'].map(tab => `${event}&tab=${tab}`)]) await visit(address)
  }
  if (parts.includes('data')) for (const address of dataPages) await visit(address)
  // Last: an editor asks before it is left, and what it asks the router to do knows only links.
  if (parts.includes('rules')) {
    await visit(rulesAddress)
    await visit(await target(page, page.getByRole('main').getByRole('rowheader').getByRole('link').first()))
  }
}

/** Sentences of a catalogue as they stand on a page: two words or more, without placeholders, and not the English. */
function ownSentences(language: string): string[] {
  const english = texts('en-US')
  return Object.entries(texts(language)).filter(([id, text]) => english[id] !== text && !/[{<]/.test(text) && text.includes(' ')).map(([, text]) => text)
}

/** Nothing on the page is English, unresolved or laid out in the wrong direction. */
function expectLanguage(tag: string, words: string, name: string): void {
  expect(words, name).not.toMatch(/<<|>>/)
  expect(ownSentences(tag).filter(sentence => words.includes(sentence)).length, name).toBeGreaterThan(2)
  expect.soft(englishSentences(tag).filter(sentence => words.includes(sentence)), `English left on ${name}`).toEqual([])
}

for (const tag of ['de-DE', 'ar-AE']) {
  test(`the whole console speaks ${tag} from its start`, async ({ page }) => {
    expect(englishSentences(tag).length).toBeGreaterThan(20)
    await page.addInitScript(language => localStorage.setItem('DFP/Market', language), tag)
    await page.goto('/')
    await chooseAccount(page, accounts.engineer)
    await expect(heading(page, texts(tag)['Shell.Nav.Dashboard'] ?? '')).toBeVisible()
    await everyPage(page, async address => {
      const name = `${tag} ${address}`
      expect(await page.evaluate(() => [document.documentElement.lang, document.documentElement.dir]), name).toEqual([tag, tag === 'ar-AE' ? 'rtl' : 'ltr'])
      expectLanguage(tag, await wordsOf(page), name)
    }, [...daily, 'data'])
  })
}

for (const part of [...daily, 'data'] as const) {
  test(`every page changes to every other language without a reload: ${part}`, async ({ page }) => {
    await signIn(page, accounts.engineer)
    await page.evaluate(() => Object.assign(window, { sameDocument: true }))
    let current: Language = 'en-US'
    await everyPage(page, async address => {
      for (const tag of supportedLanguages.filter(language => language !== 'en-US' && language !== 'de-DE')) {
        await chooseInAccountMenu(page, texts(current)['Shell.Account.Language'] ?? '', languageNames[tag])
        await expect.poll(() => page.evaluate(() => document.documentElement.lang)).toBe(tag)
        await expect(page.getByRole('menu')).toHaveCount(0)
        expectLanguage(tag, await wordsOf(page), `${tag} ${address}`)
        current = tag
      }
    }, [part])
    expect(await page.evaluate(() => 'sameDocument' in window)).toBe(true)
  })
}

test('texts that cannot be loaded give English with a notice, and come when asked for again', async ({ page, guard }) => {
  guard.expectComplaint(/messages-fr-FR/)
  await page.addInitScript(() => { if (!localStorage.getItem('DFP/Market')) localStorage.setItem('DFP/Market', 'fr-FR') })
  await page.goto('/')
  await chooseAccount(page, accounts.engineer)
  await expect(heading(page, texts('fr-FR')['Shell.Nav.Dashboard'] ?? '')).toBeVisible()
  await page.route(/messages-fr-FR/, route => route.abort())
  await page.reload()
  await expect(heading(page, 'Dashboard')).toBeVisible()
  const notice = page.getByText('The texts for Français could not be loaded.')
  await expect(notice).toBeVisible()
  await page.unroute(/messages-fr-FR/)
  await page.getByRole('button', { name: 'Try again' }).click()
  await expect(heading(page, texts('fr-FR')['Shell.Nav.Dashboard'] ?? '')).toBeVisible()
  await expect(page.getByText('Français')).toBeHidden()
})

test('language and theme stay as chosen', async ({ page }) => {
  await signIn(page, accounts.engineer)
  await chooseInAccountMenu(page, 'Theme', 'Dark')
  const theme = () => page.evaluate(() => document.documentElement.dataset['theme'] ?? document.documentElement.className)
  await expect.poll(theme).toContain('dark')
  const dark = await page.evaluate(() => getComputedStyle(document.body).backgroundColor)
  await page.keyboard.press('Escape')
  await page.reload()
  await settled(page)
  expect(await theme()).toContain('dark')
  expect(await page.evaluate(() => getComputedStyle(document.body).backgroundColor)).toBe(dark)
  await chooseInAccountMenu(page, 'Language', 'العربية')
  await expect(page.getByRole('heading', { level: 1, name: /[\u0600-\u06ff]/ })).toBeVisible()
  await page.reload()
  await settled(page)
  expect(await page.evaluate(() => document.documentElement.dir)).toBe('rtl')
})

test('no page scrolls sideways, however narrow', async ({ page }) => {
  const check = async (name: string) => {
    for (const width of [1024, 320]) {
      await page.setViewportSize({ width, height: 800 })
      await expect.poll(() => widths(page), { message: `${name} at ${width}` }).toEqual({ content: width, window: width })
    }
  }
  await page.goto('/')
  await expect(heading(page, 'Sign in to Assay')).toBeVisible()
  await check('sign-in')
  await chooseAccount(page, accounts.engineer)
  await expect(heading(page, 'Dashboard')).toBeVisible()
  await page.setViewportSize({ width: 1024, height: 800 })
  await everyPage(page, async address => {
    await check(address)
    await page.setViewportSize({ width: 1024, height: 800 })
  }, [...daily, 'data'])
  // What a page is about stays readable where there is least room.
  await page.setViewportSize({ width: 320, height: 800 })
  await page.goto(rulesAddress)
  await expect(page.getByRole('main').getByRole('rowheader', { name: 'Risk score bands' }).getByRole('link')).toBeVisible()
})

for (const look of ['light', 'dark', 'right to left'] as const) {
  for (const parts of [daily, ['data']] satisfies (readonly Part[])[]) {
    test(`every page is accessible, ${look}: ${parts.join(', ')}`, async ({ page }) => {
      // An audit of each of up to ten pages.
      test.setTimeout(180_000)
      const colorScheme = look === 'dark' ? 'dark' : 'light'
      const language = look === 'right to left' ? 'ar-AE' : 'en-US'
      await page.emulateMedia({ colorScheme })
      await page.addInitScript(tag => localStorage.setItem('DFP/Market', tag), language)
      const check = async (name: string) => {
        await expect.poll(() => page.evaluate(() => [document.documentElement.dataset['theme'], document.documentElement.dir])).toEqual([colorScheme, language === 'ar-AE' ? 'rtl' : 'ltr'])
        await expectAccessible(page, `${name}, ${look}`)
      }
      await page.goto('/')
      await expect(page.getByRole('form')).toBeVisible()
      if (parts.includes('overview')) await check('sign-in')
      await chooseAccount(page, accounts.engineer)
      await expect(heading(page, texts(language)['Shell.Nav.Dashboard'] ?? '')).toBeVisible()
      await everyPage(page, check, parts)
    })
  }
}
