import { type BrowserContext, test as base, expect, type Page } from '@playwright/test'
import { trackRequests } from './network-idle.ts'
import { resetPreferences } from './reset-preferences.ts'
import { recordSensitiveValues } from './sensitive-values.ts'

interface ConsoleGuard {
  /**
   * Permits a console error that this journey causes on purpose, such as the browser's own line about a 404 response.
   */
  allowConsoleError: (pattern: RegExp) => void
  /** Guards another window, too, in journeys that open several. */
  watch: (context: BrowserContext) => void
}

/** The bearer token of the last call of each page. */
const accessTokens = new WeakMap<Page, string>()
const bearerToken = /^Bearer (.+)$/i

/** Tracks the requests of a page and its current token. */
function trackPage(page: Page): void {
  trackRequests(page)
  page.on('request', request => {
    if (!request.url().includes('/api/console/')) return
    const token = bearerToken.exec(request.headers()['authorization'] ?? '')?.[1]
    if (token !== undefined) accessTokens.set(page, token)
  })
}

/** Playwright's test with a guard: a console error or warning, or an exception of a page, fails the journey. */
export const test = base.extend<{ guard: ConsoleGuard }>({
  guard: [
    async ({ context }, use) => {
      const complaints: string[] = []
      const expected: RegExp[] = []
      const watch = (watched: BrowserContext) => {
        watched.pages().forEach(trackPage)
        watched.on('page', trackPage)
        watched.on('console', message => {
          if (message.type() === 'error' || message.type() === 'warning')
            complaints.push(`${message.type()}: ${message.text()} (${message.location().url})`)
        })
        watched.on('weberror', error => complaints.push(`exception: ${error.error().stack ?? error.error().message}`))
      }
      watch(context)
      await resetPreferences()
      await use({ allowConsoleError: pattern => void expected.push(pattern), watch })
      // The next journey uses the same context, of which Playwright resets everything else.
      await context.clearPermissions()
      expect(
        complaints.filter(complaint => !expected.some(pattern => pattern.test(complaint))),
        'console and exceptions of the pages',
      ).toEqual([])
    },
    { auto: true },
  ],
})

export { expect }

/** Chooses an account on the sign-in page, which shows the first few and the others on demand. */
export async function chooseAccount(page: Page, username: string): Promise<void> {
  const form = page.getByRole('form')
  // The full name of the button is name, user name and role; 'analyst@' is also the end of 'senior-analyst@'.
  const account = form.getByRole('button', { name: new RegExp(`\\s${username.replaceAll('.', '\\.')}\\s`) })
  const more = form.getByRole('button', { expanded: false })
  await expect(account.or(more).first()).toBeVisible()
  if (!(await account.isVisible())) await more.click()
  await account.click()
}

type StorageState = Awaited<ReturnType<BrowserContext['storageState']>>
/**
 * Browser state of the accounts that signed in before in this worker: the cookies, the token cache and the stored
 * session.
 */
const signedInStates = new Map<string, StorageState>()

/** The parts of the browser state that belong to a sign-in, without the rest of the visit. */
const pickSignInState = ({ cookies, origins }: StorageState): StorageState => ({
  cookies,
  origins: origins.map(each => ({
    ...each,
    localStorage: each.localStorage.filter(
      ({ name }) => !/^(assay[./](?!last-tenant$|tenant-names$|session$)|DFP)/.test(name),
    ),
  })),
})

/**
 * Restores the state of an earlier sign-in in the browser, on an empty page of the service. `setStorageState` uses a
 * new page, which costs more than half a second of processor time.
 */
async function restoreSignInState(page: Page, { cookies, origins }: StorageState): Promise<void> {
  const empty = '**/empty-page'
  // Without it the browser may request an icon, and the response would be a console error of the page.
  const noIcon = '<link rel="icon" href="data:,">'
  await page.context().clearCookies()
  await page.context().addCookies(cookies)
  await page.route(empty, route => route.fulfill({ contentType: 'text/html', body: noIcon }))
  await page.goto('/empty-page')
  await page.evaluate(
    items => {
      localStorage.clear()
      for (const { name, value } of items) localStorage.setItem(name, value)
    },
    origins.flatMap(({ localStorage: items }) => items),
  )
  await page.unroute(empty)
}

/** The menus of the bar are fetched when the page is idle, on a busy machine late. */
const expectShell = (page: Page) =>
  expect(page.getByRole('button', { name: /^Account of / })).toBeVisible({ timeout: 30_000 })

/** Opens an address as a user: through the provider once per worker, and afterwards with the restored state. */
export async function signIn(page: Page, username: string, address = '/'): Promise<void> {
  const before = signedInStates.get(username)
  if (before) {
    recordSensitiveValues(username)
    await restoreSignInState(page, before)
    await page.goto(address)
    await expectShell(page)
    return
  }
  await signInAtProvider(page, username, address)
  signedInStates.set(username, pickSignInState(await page.context().storageState()))
}

/** Opens an address, signs in through the real provider and waits for the page. */
export async function signInAtProvider(page: Page, username: string, address = '/'): Promise<void> {
  // The log must not contain user names either; so every run of journeys has values to search for.
  recordSensitiveValues(username)
  await page.goto(address)
  if (username.endsWith('@meridian.example')) await page.getByRole('link', { name: 'Switch organization' }).click()
  await chooseAccount(page, username)
  await expectShell(page)
}

export const heading = (page: Page, name: string | RegExp) => page.getByRole('heading', { level: 1, name })

/**
 * Navigates to an address inside the running page, like a link in it.
 * @param options.numbered gives the place the number that the router gives its own: a page that guards what is typed then
 * asks, where it otherwise warns
 */
export async function navigateInPage(page: Page, address: string, { numbered = false } = {}): Promise<void> {
  await page.evaluate(
    ([to, isNumbered]) => {
      const { idx = 0 } = (history.state ?? {}) as { idx?: number }
      history.pushState(isNumbered ? { idx: idx + 1 } : null, '', to)
      dispatchEvent(new PopStateEvent('popstate'))
    },
    [address, numbered] as const,
  )
}

/** Chooses in a submenu of the account menu, by keys: a pointer that jumps instead of moving leaves a submenu. */
export async function chooseInAccountMenu(
  page: Page,
  submenu: string | RegExp,
  choice: string | RegExp,
): Promise<void> {
  await page.getByRole('banner').getByRole('button').last().click()
  await page.getByRole('menuitem', { name: submenu }).press('Enter')
  await page.getByRole('menuitemradio', { name: choice }).press('Enter')
}

/** The bearer token of the console's last call. A page that has not called yet is reloaded. */
export async function readAccessToken(page: Page): Promise<string> {
  const noted = accessTokens.get(page)
  if (noted !== undefined) return noted
  const [request] = await Promise.all([
    page.waitForRequest(
      call => call.url().includes('/api/console/') && bearerToken.test(call.headers()['authorization'] ?? ''),
    ),
    page.reload(),
  ])
  return bearerToken.exec(request.headers()['authorization'] ?? '')?.[1] ?? ''
}

/** Longer than the console's delay between two attempts. */
const clockStep = 11_000

/**
 * Advances the clock of a page until a condition holds that depends on timers, such as a failure shown after several
 * attempts. The check is repeated, so its own time-out must be short. `page.clock.install()` must be called before the
 * page is opened.
 */
export async function fastForwardUntil(page: Page, check: () => Promise<void>): Promise<void> {
  await expect(async () => {
    await page.clock.fastForward(clockStep)
    await check()
  }).toPass({ timeout: 30_000 })
}

/** Time for a page to render the result of a timer: milliseconds. */
export const briefly = { timeout: 500 }
