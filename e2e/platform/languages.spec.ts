import type { Locator, Page } from '@playwright/test'
import type { RunOnly } from 'axe-core'
import { type Language, languageNames, supportedLanguages } from '../../console/platform/i18n/languages.ts'
import { findViolations } from '../support/axe.ts'
import { englishSentences, expectLanguage, loadCatalogue, readPageText } from '../support/catalogue.ts'
import { accounts } from '../support/demo.ts'
import { chooseAccount, chooseInAccountMenu, expect, heading, navigateInPage, test } from '../support/journey.ts'
import { waitForNetworkIdle } from '../support/network-idle.ts'

const rulesAddress = '/fraud/purchase/rules'

/** Width of the content and of the window: a page with content wider than the window scrolls sideways. */
async function measureWidths(page: Page): Promise<{ content: number; window: number }> {
  return page.evaluate(() => ({
    content: document.documentElement.scrollWidth,
    window: document.documentElement.clientWidth,
  }))
}

/** The audit that each page passes once. */
const allRules: RunOnly = {
  type: 'tag',
  values: ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'],
}
/**
 * Rules that differ between themes, directions and languages of the same document: its colours, its positions and its
 * language. Its names, roles and structure do not.
 */
const rulesOfAppearance: RunOnly = {
  type: 'rule',
  values: [
    'color-contrast',
    'link-in-text-block',
    'target-size',
    'scrollable-region-focusable',
    'document-title',
    'html-has-lang',
    'html-lang-valid',
    'valid-lang',
  ],
}

async function expectAccessible(page: Page, name: string, rules: RunOnly): Promise<void> {
  const violations = await findViolations(page, rules)
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
  // The network is never idle: the console has an open stream.
  await expect(page.locator('[aria-busy="true"]')).toHaveCount(0)
  await waitForNetworkIdle(page)
  await page.evaluate(() => document.fonts.ready)
}

/** Navigates to an address inside the running page and waits for its content. */
async function openPage(page: Page, address: string): Promise<void> {
  const { pathname, searchParams } = new URL(address, page.url())
  const [before, tab] = [new URL(page.url()).pathname, searchParams.get('tab')]
  const title = page.getByRole('heading', { level: 1 }).first()
  const left = (await title.textContent()) ?? ''
  await navigateInPage(page, address)
  // Rules and calls open at the address of their list, under a separate title.
  if (pathname !== before || searchParams.has('rule') || searchParams.has('call'))
    await expect(title).not.toHaveText(left)
  if (tab !== null)
    await expect(page.getByRole('main').locator(`a[href*="tab=${tab}"]`)).toHaveAttribute('aria-current', 'page')
  await waitForPage(page)
}

/** Address of the first link of a kind. */
async function readHref(page: Page, link: Locator): Promise<string> {
  await expect(link).toBeVisible()
  const { pathname, search } = new URL((await link.getAttribute('href')) ?? '', page.url())
  return `${pathname}${search}`
}

// Pages are opened by address, without links of the router; where a form has a leave guard, the router warns about
// that.
test.beforeEach(({ guard }) => {
  guard.allowConsoleError(/use a blocker on a POP navigation/)
})

/** Pages that are identified by their address alone; two with the same title are not adjacent. */
const addresses = [
  '/data',
  '/data/velocities',
  '/data/functions',
  '/data/externalcalls',
  '/data/externalcalls?call=new',
  '/data/externalassessments',
  '/environments',
  '/data/lists/custom',
  '/data/templates',
  '/data/lists/support',
  '/rulesconfiguration',
  '/data/lists/custom?do=new&source=cosmos',
  '/casemanagement/routingrules',
  '/casemanagement/report',
  '/fraud/assessments/CardAuthorization/rules',
]

/** Visits every existing page, with each view of the review page. `page` is open and signed in. */
async function visitEveryPage(page: Page, check: (name: string) => Promise<void>): Promise<void> {
  const visit = async (address: string) => {
    await openPage(page, address)
    await check(address)
  }
  await waitForPage(page)
  await check('/')
  await visit('/search?period=90d')
  const event = await readHref(page, page.getByRole('grid').getByRole('link').first())
  for (const address of [event, ...['linked', 'activity', 'graph', 'json'].map(tab => `${event}&tab=${tab}`)])
    await visit(address)
  for (const address of addresses) await visit(address)
  // Last: an editor has a leave guard, and the router blocks only navigation by links.
  await visit(rulesAddress)
  await visit(await readHref(page, page.getByRole('main').getByRole('rowheader').getByRole('link').first()))
}

/** Language, direction and theme of a document. */
const readDocumentState = (page: Page) =>
  page.evaluate(() => [
    document.documentElement.lang,
    document.documentElement.dir,
    document.documentElement.dataset['theme'],
  ])

/** No wider than a small screen: a page that does not scroll sideways here does not where there is more room. */
const viewport = { width: 1024, height: 800 }
test.use({ viewport })

/**
 * Asserts that no page scrolls sideways at any width, and that its subject remains readable on the narrowest screen.
 * The width of the window is restored afterwards.
 */
async function expectReflow(page: Page, name: string, subject?: Locator): Promise<void> {
  const expectWidth = (width: number) =>
    expect
      .poll(() => measureWidths(page), { message: `${name} at ${width}` })
      .toEqual({ content: width, window: width })
  await expectWidth(viewport.width)
  await page.setViewportSize({ ...viewport, width: 320 })
  await expectWidth(320)
  if (subject) await expect(subject).toBeVisible()
  await page.setViewportSize(viewport)
}

/**
 * Of the languages in Latin script the one with the longest words, and one that is written right to left: each in one
 * theme.
 */
const walkedLanguages = {
  'de-DE': { direction: 'ltr', colorScheme: 'dark', rules: allRules },
  'ar-AE': { direction: 'rtl', colorScheme: 'light', rules: rulesOfAppearance },
} as const
type WalkedLanguage = keyof typeof walkedLanguages
const otherLanguages = supportedLanguages.filter(language => language !== 'en-US' && !(language in walkedLanguages))

/** Chooses a language in the account menu of a page in another one. */
const chooseLanguage = (page: Page, spoken: Language, next: Language) =>
  chooseInAccountMenu(page, loadCatalogue(spoken)['Shell.Account.Language'] ?? '', languageNames[next])

/** A page changes its language when the texts of all of its parts are loaded: no request is pending then. */
async function expectNewLanguage(page: Page, tag: Language): Promise<void> {
  await expect(page.locator(`html[lang="${tag}"]`)).toBeAttached()
  await expect(page.getByRole('menu')).toHaveCount(0)
}

/** Texts that fail to load leave the page unchanged, with a notice, and are loaded on a retry. */
async function chooseMissingLanguage(page: Page, spoken: Language, next: Language): Promise<void> {
  const texts = new RegExp(`messages-${next}`)
  await page.route(texts, route => route.abort())
  await chooseLanguage(page, spoken, next)
  const retry = page.getByRole('button', { name: loadCatalogue(spoken)['Common.Retry'] ?? '' })
  await expect(retry).toBeVisible()
  await expect(page.locator(`html[lang="${spoken}"]`)).toBeAttached()
  await page.unroute(texts)
  await retry.click()
  await expectNewLanguage(page, next)
  await expect(page.getByText(languageNames[next])).toBeHidden()
}

/** Asserts that a page is shown in its language, direction and theme, and is accessible in these. */
async function expectSpokenPage(page: Page, tag: WalkedLanguage, address: string): Promise<void> {
  const name = `${tag} ${address}`
  const { direction, colorScheme, rules } = walkedLanguages[tag]
  expect(await readDocumentState(page), name).toEqual([tag, direction, colorScheme])
  expectLanguage(tag, await readPageText(page), name)
  await expectAccessible(page, `${name}, ${colorScheme}`, rules)
  if (tag !== 'de-DE') return
  const rule = page.getByRole('main').getByRole('rowheader', { name: 'Risk score bands' }).getByRole('link')
  await expectReflow(page, name, address === rulesAddress ? rule : undefined)
}

test('every page speaks the language of its start and every other one without a reload, is accessible in both looks and directions, and never scrolls sideways', async ({
  page,
  guard,
}) => {
  guard.allowConsoleError(/messages-fr-FR/)
  // Two audits and two widths of each of more than twenty pages.
  test.setTimeout(300_000)
  for (const tag of Object.keys(walkedLanguages)) expect(englishSentences(tag).length).toBeGreaterThan(20)

  const openSignIn = async (tag: WalkedLanguage, open: () => Promise<unknown>) => {
    const { direction, colorScheme, rules } = walkedLanguages[tag]
    await page.emulateMedia({ colorScheme })
    await open()
    await expect(page.getByRole('form')).toBeVisible()
    await waitForNetworkIdle(page)
    expect(await readDocumentState(page)).toEqual([tag, direction, colorScheme])
    await expectAccessible(page, `${tag} sign-in, ${colorScheme}`, rules)
  }
  await test.step('the sign-in', async () => {
    await page.addInitScript(() => (localStorage['DFP/Market'] ??= 'de-DE'))
    await openSignIn('de-DE', () => page.goto('/'))
    await expectReflow(page, 'de-DE sign-in')
    await page.evaluate(() => localStorage.setItem('DFP/Market', 'ar-AE'))
    await openSignIn('ar-AE', () => page.reload())
  })

  let spoken: WalkedLanguage = 'ar-AE'
  await chooseAccount(page, accounts.engineer)
  await expect(heading(page, loadCatalogue(spoken)['Shell.Nav.Dashboard'] ?? '')).toBeVisible()
  await page.evaluate(() => Object.assign(window, { sameDocument: true }))
  await test.step('every page, opened in the language and the look that the one before was changed to', () =>
    visitEveryPage(page, async address => {
      await expectSpokenPage(page, spoken, address)
      const next = spoken === 'de-DE' ? 'ar-AE' : 'de-DE'
      await page.emulateMedia({ colorScheme: walkedLanguages[next].colorScheme })
      await chooseLanguage(page, spoken, next)
      await expectNewLanguage(page, next)
      spoken = next
      await expectSpokenPage(page, spoken, address)
    }))
  await test.step('every other language, with the texts of every page that was opened', async () => {
    let last: Language = spoken
    for (const tag of otherLanguages) {
      await (tag === 'fr-FR' ? chooseMissingLanguage : chooseLanguage)(page, last, tag)
      await expectNewLanguage(page, tag)
      last = tag
      expectLanguage(tag, await readPageText(page), tag)
    }
  })
  expect(await page.evaluate(() => 'sameDocument' in window)).toBe(true)
})
