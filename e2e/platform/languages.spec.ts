import type { Locator, Page } from '@playwright/test'
import { type Language, languageNames, supportedLanguages } from '../../console/platform/i18n/languages.ts'
import { findViolations } from '../support/axe.ts'
import { englishSentences, expectLanguage, loadCatalogue, readPageText } from '../support/catalogue.ts'
import { accounts } from '../support/demo.ts'
import {
  chooseAccount,
  chooseInAccountMenu,
  expect,
  heading,
  navigateInPage,
  signIn,
  test,
} from '../support/journey.ts'
import { waitForNetworkIdle } from '../support/network-idle.ts'

const rulesAddress = '/fraud/purchase/rules'

/** Width of the content and of the window: more content than window is a page that scrolls sideways. */
async function measureWidths(page: Page): Promise<{ content: number; window: number }> {
  return page.evaluate(() => ({
    content: document.documentElement.scrollWidth,
    window: document.documentElement.clientWidth,
  }))
}

async function expectAccessible(page: Page, name: string): Promise<void> {
  const violations = await findViolations(page, [
    'wcag2a',
    'wcag2aa',
    'wcag21a',
    'wcag21aa',
    'wcag22aa',
    'best-practice',
  ])
  expect
    .soft(
      violations.map(
        ({ id, help, nodes }) =>
          `${id}: ${help}: ${nodes
            .slice(0, 3)
            .map(({ html, any, target }) => `${target.join(' ')} ${html.slice(0, 160)} ${any[0]?.message ?? ''}`)
            .join(' | ')}`,
      ),
      `axe on ${name}`,
    )
    .toEqual([])
}

/** Waits for a page's data: nothing is busy any more. */
async function waitForPage(page: Page): Promise<void> {
  await expect(page.getByRole('heading', { level: 1 }).first()).toBeVisible()
  // The network never rests: the console keeps a stream open.
  await expect(page.locator('[aria-busy="true"]')).toHaveCount(0)
  await waitForNetworkIdle(page)
  await page.evaluate(() => document.fonts.ready)
}

/** Goes on to an address inside the running page and waits for what is there. */
async function openPage(page: Page, address: string): Promise<void> {
  const { pathname, searchParams } = new URL(address, page.url())
  const [before, tab] = [new URL(page.url()).pathname, searchParams.get('tab')]
  const title = page.getByRole('heading', { level: 1 }).first()
  const left = (await title.textContent()) ?? ''
  await navigateInPage(page, address)
  // Rules and calls open at the address of their list, under a title of their own.
  if (pathname !== before || searchParams.has('rule') || searchParams.has('call'))
    await expect(title).not.toHaveText(left)
  if (tab !== null)
    await expect(page.getByRole('main').locator(`a[href*="tab=${tab}"]`)).toHaveAttribute('aria-current', 'page')
  await waitForPage(page)
}

/** Where the first link of a kind leads. */
async function readHref(page: Page, link: Locator): Promise<string> {
  await expect(link).toBeVisible()
  const { pathname, search } = new URL((await link.getAttribute('href')) ?? '', page.url())
  return `${pathname}${search}`
}

// Pages are followed by address, past the links that the router knows; where a form asks before it is left, the router
// says so.
test.beforeEach(({ guard }) => {
  guard.allowConsoleError(/use a blocker on a POP navigation/)
})

type Part = 'overview' | 'event' | 'rules' | 'data' | 'lists'
const daily: readonly Part[] = ['overview', 'event', 'rules']
const stored: readonly Part[] = ['data', 'lists']
/** Pages that are addresses and nothing else; two with the same title do not follow each other. */
const addresses: Readonly<Partial<Record<Part, readonly string[]>>> = {
  data: [
    '/data',
    '/data/velocities',
    '/data/functions',
    '/data/externalcalls',
    '/data/externalcalls?call=new',
    '/data/externalassessments',
    '/environments',
  ],
  lists: [
    '/data/lists/custom',
    '/data/templates',
    '/data/lists/support',
    '/rulesconfiguration',
    '/data/lists/custom?do=new&source=cosmos',
    '/casemanagement/routingrules',
    '/fraud/assessments/CardAuthorisation/rules',
  ],
}

/**
 * Walks over every page there is, or one part of them, with each view of the review page. `page` is open and signed in.
 */
async function visitEveryPage(
  page: Page,
  check: (name: string) => Promise<void>,
  parts: readonly Part[],
): Promise<void> {
  const visit = async (address: string) => {
    await openPage(page, address)
    await check(address)
  }
  await waitForPage(page)
  if (parts.includes('overview')) await check('/')
  const search = '/search?period=90d'
  if (parts.includes('overview')) await visit(search)
  else if (parts.includes('event')) await openPage(page, search)
  if (parts.includes('event')) {
    const event = await readHref(page, page.getByRole('grid').getByRole('link').first())
    for (const address of [event, ...['linked', 'graph', 'json'].map(tab => `${event}&tab=${tab}`)])
      await visit(address)
  }
  for (const part of parts) for (const address of addresses[part] ?? []) await visit(address)
  // Last: an editor asks before it is left, and what it asks the router to do knows only links.
  if (parts.includes('rules')) {
    await visit(rulesAddress)
    await visit(await readHref(page, page.getByRole('main').getByRole('rowheader').getByRole('link').first()))
  }
}

/** The language and the direction of a document, and the look it has. */
const readDocumentState = (page: Page) =>
  page.evaluate(() => [
    document.documentElement.lang,
    document.documentElement.dir,
    document.documentElement.dataset['theme'],
  ])

/** No page scrolls sideways, however narrow; the window is as wide afterwards as it was. */
async function expectReflow(page: Page, name: string): Promise<void> {
  const size = page.viewportSize() ?? { width: 1440, height: 900 }
  for (const width of [1024, 320]) {
    await page.setViewportSize({ width, height: 800 })
    await expect
      .poll(() => measureWidths(page), { message: `${name} at ${width}` })
      .toEqual({ content: width, window: width })
  }
  await page.setViewportSize(size)
}

// Of the languages with these letters the one with the longest words.
test('the whole console speaks de-DE from its start, and no page scrolls sideways, however narrow', async ({
  page,
}) => {
  const tag = 'de-DE'
  // Some twenty pages in three widths each.
  test.setTimeout(120_000)
  expect(englishSentences(tag).length).toBeGreaterThan(20)
  await page.addInitScript(language => localStorage.setItem('DFP/Market', language), tag)
  await page.goto('/')
  await expect(page.getByRole('form')).toBeVisible()
  await expectReflow(page, `${tag} sign-in`)
  await chooseAccount(page, accounts.engineer)
  await expect(heading(page, loadCatalogue(tag)['Shell.Nav.Dashboard'] ?? '')).toBeVisible()
  await visitEveryPage(
    page,
    async address => {
      const name = `${tag} ${address}`
      expect((await readDocumentState(page)).slice(0, 2), name).toEqual([tag, 'ltr'])
      expectLanguage(tag, await readPageText(page), name)
      await expectReflow(page, name)
    },
    [...daily, ...stored],
  )
  // What a page is about stays readable where there is least room.
  await page.setViewportSize({ width: 320, height: 800 })
  await page.goto(rulesAddress)
  await expect(
    page.getByRole('main').getByRole('rowheader', { name: 'Risk score bands' }).getByRole('link'),
  ).toBeVisible()
})

// The colours of the light look are those of every language.
test('the whole console speaks ar-AE from its start, and every page is accessible right to left, opened in dark and changed to light', async ({
  page,
}) => {
  const tag = 'ar-AE'
  // An audit of each of some twenty pages.
  test.setTimeout(240_000)
  expect(englishSentences(tag).length).toBeGreaterThan(20)
  const audit = async (name: string) => {
    await page.emulateMedia({ colorScheme: 'light' })
    await expect.poll(() => readDocumentState(page), { message: name }).toEqual([tag, 'rtl', 'light'])
    await waitForNetworkIdle(page)
    await expectAccessible(page, name)
    await page.emulateMedia({ colorScheme: 'dark' })
  }
  await page.emulateMedia({ colorScheme: 'dark' })
  await page.addInitScript(language => localStorage.setItem('DFP/Market', language), tag)
  await page.goto('/')
  await expect(page.getByRole('form')).toBeVisible()
  await audit(`${tag} sign-in`)
  await chooseAccount(page, accounts.engineer)
  await expect(heading(page, loadCatalogue(tag)['Shell.Nav.Dashboard'] ?? '')).toBeVisible()
  await visitEveryPage(
    page,
    async address => {
      const name = `${tag} ${address}`
      expect(await readDocumentState(page), name).toEqual([tag, 'rtl', 'dark'])
      expectLanguage(tag, await readPageText(page), name)
      await audit(name)
    },
    [...daily, ...stored],
  )
})

for (const parts of [daily, stored]) {
  test(`every page is accessible in dark: ${parts.join(', ')}`, async ({ page }) => {
    // An audit of each of up to fourteen pages.
    test.setTimeout(240_000)
    const check = async (name: string, colorScheme: 'dark' | 'light') => {
      await page.emulateMedia({ colorScheme })
      await expect.poll(() => readDocumentState(page), { message: name }).toEqual(['en-US', 'ltr', colorScheme])
      await waitForNetworkIdle(page)
      await expectAccessible(page, `${name}, ${colorScheme}`)
    }
    const signingIn = parts.includes('overview')
    for (const colorScheme of signingIn ? (['light', 'dark'] as const) : (['dark'] as const)) {
      await page.emulateMedia({ colorScheme })
      await page.goto('/')
      await expect(page.getByRole('form')).toBeVisible()
      if (signingIn) await check('sign-in', colorScheme)
    }
    await chooseAccount(page, accounts.engineer)
    await expect(heading(page, 'Dashboard')).toBeVisible()
    await visitEveryPage(page, name => check(name, 'dark'), parts)
  })
}

/** Languages to change to, one page after another. */
const nextLanguages = supportedLanguages.filter(language => language !== 'en-US' && language !== 'de-DE')

for (const parts of [daily, stored]) {
  test(`every page changes to another language without a reload: ${parts.join(', ')}`, async ({ page }) => {
    await signIn(page, accounts.engineer)
    await page.evaluate(() => Object.assign(window, { sameDocument: true }))
    const spoken: Language[] = ['en-US']
    await visitEveryPage(
      page,
      async address => {
        const tag = nextLanguages[(spoken.length - 1) % nextLanguages.length] ?? 'en-US'
        const submenu = loadCatalogue(spoken.at(-1) ?? 'en-US')['Shell.Account.Language'] ?? ''
        await chooseInAccountMenu(page, submenu, languageNames[tag])
        await expect.poll(() => page.evaluate(() => document.documentElement.lang)).toBe(tag)
        await expect(page.getByRole('menu')).toHaveCount(0)
        expectLanguage(tag, await readPageText(page), `${tag} ${address}`)
        spoken.push(tag)
      },
      parts,
    )
    expect(new Set(spoken)).toEqual(new Set(['en-US', ...nextLanguages]))
    expect(await page.evaluate(() => 'sameDocument' in window)).toBe(true)
  })
}

test('texts that cannot be loaded give English with a notice, and come when asked for again', async ({
  page,
  guard,
}) => {
  guard.allowConsoleError(/messages-fr-FR/)
  await page.addInitScript(() => {
    if (!localStorage.getItem('DFP/Market')) localStorage.setItem('DFP/Market', 'fr-FR')
  })
  await page.goto('/')
  await chooseAccount(page, accounts.engineer)
  await expect(heading(page, loadCatalogue('fr-FR')['Shell.Nav.Dashboard'] ?? '')).toBeVisible()
  await page.route(/messages-fr-FR/, route => route.abort())
  await page.reload()
  await expect(heading(page, 'Dashboard')).toBeVisible()
  const notice = page.getByText('The texts for Français could not be loaded.')
  await expect(notice).toBeVisible()
  await page.unroute(/messages-fr-FR/)
  await page.getByRole('button', { name: 'Try again' }).click()
  await expect(heading(page, loadCatalogue('fr-FR')['Shell.Nav.Dashboard'] ?? '')).toBeVisible()
  await expect(page.getByText('Français')).toBeHidden()
})

test('the last choice counts, also when its texts come before those of the one before', async ({ page }) => {
  await signIn(page, accounts.engineer)
  let arrive = (): void => undefined
  const late = new Promise<void>(resolve => {
    arrive = resolve
  })
  await page.route(/messages-fr-FR/, async route => {
    await late
    await route.continue()
  })
  await chooseInAccountMenu(page, /^Language/, 'Français')
  await page.keyboard.press('Escape')
  await chooseInAccountMenu(page, /^Language/, 'Deutsch')
  const german = page.locator('html[lang="de-DE"]')
  await expect(german).toBeAttached()
  const came = page.waitForResponse(/messages-fr-FR/)
  arrive()
  await (await came).finished()
  await waitForNetworkIdle(page)
  await expect(german).toBeAttached()
  expect(await page.evaluate(() => localStorage.getItem('DFP/Market'))).toBe('de-DE')
})

test('language and theme stay as chosen', async ({ page }) => {
  await signIn(page, accounts.engineer)
  await chooseInAccountMenu(page, 'Theme', 'Dark')
  const theme = () =>
    page.evaluate(() => document.documentElement.dataset['theme'] ?? document.documentElement.className)
  await expect.poll(theme).toContain('dark')
  const dark = await page.evaluate(() => getComputedStyle(document.body).backgroundColor)
  await page.keyboard.press('Escape')
  await page.reload()
  await waitForPage(page)
  expect(await theme()).toContain('dark')
  expect(await page.evaluate(() => getComputedStyle(document.body).backgroundColor)).toBe(dark)
  await chooseInAccountMenu(page, 'Language', 'العربية')
  await expect(page.getByRole('heading', { level: 1, name: /[\u0600-\u06ff]/ })).toBeVisible()
  await page.reload()
  await waitForPage(page)
  expect(await page.evaluate(() => document.documentElement.dir)).toBe('rtl')
})
