import type { Page } from '@playwright/test'
import { findViolations } from '../support/axe.ts'
import { accounts } from '../support/demo.ts'
import { briefly, expect, fastForwardUntil, heading, signIn, test } from '../support/journey.ts'

const navigation = (page: Page) => page.getByRole('navigation', { name: 'Main navigation' })

test('[spec 7.4] scripts and styles load from /dist/, each section in a chunk under its name', async ({ page }) => {
  const assets: string[] = []
  page.on('request', request => {
    if (['script', 'stylesheet'].includes(request.resourceType())) assets.push(new URL(request.url()).pathname)
  })
  await signIn(page, accounts.engineer)
  await expect(heading(page, 'Dashboard')).toBeVisible()
  await navigation(page).getByRole('link', { name: 'Search' }).click()
  await expect(heading(page, 'Search')).toBeVisible()
  expect(assets.length).toBeGreaterThan(3)
  expect(assets.filter(path => !path.startsWith('/dist/'))).toEqual([])
  for (const section of ['Boot', 'Dashboard', 'Search'])
    expect(
      assets.some(path => path.startsWith(`/dist/${section}-`)),
      section,
    ).toBe(true)
})

test('[spec 8.6] a blocked section shows so in its place, while the frame and other sections work', async ({
  page,
  guard,
}) => {
  await signIn(page, accounts.engineer)
  await expect(heading(page, 'Dashboard')).toBeVisible()
  guard.allowConsoleError(/ERR_FAILED|Failed to load resource|dynamically imported module/)
  await page.route('**/dist/Search-*.js*', route => route.abort())
  await navigation(page).getByRole('link', { name: 'Search' }).click()
  const main = page.getByRole('main')
  await expect(main.getByText('This part of the console could not be loaded')).toBeVisible()
  await main.getByText('Details').click()
  await expect(
    main.getByText(/ChunkLoadError: Loading chunk Search failed\.\s+\(error: http.*\/dist\/Search-/),
  ).toBeVisible()
  await expect(main.getByRole('button', { name: 'Reload page' })).toBeVisible()
  await navigation(page).getByRole('link', { name: 'Dashboard' }).click()
  await expect(heading(page, 'Dashboard')).toBeVisible()
  // It is there again: so is the page.
  await page.unroute('**/dist/Search-*.js*')
  await navigation(page).getByRole('link', { name: 'Search' }).click()
  await expect(heading(page, 'Search')).toBeVisible()
})

test('a section that fails once is fetched again without a word', async ({ page, guard }) => {
  await signIn(page, accounts.engineer)
  await expect(heading(page, 'Dashboard')).toBeVisible()
  guard.allowConsoleError(/ERR_FAILED|Failed to load resource/)
  await page.route('**/dist/Search-*.js*', route => route.abort(), { times: 1 })
  await navigation(page).getByRole('link', { name: 'Search' }).click()
  await expect(heading(page, 'Search')).toBeVisible()
  await expect(page.getByText('This part of the console could not be loaded')).toHaveCount(0)
})

test('a newer build is noticed after a failed section and offered, not forced', async ({ page, guard }) => {
  await signIn(page, accounts.engineer)
  await expect(heading(page, 'Dashboard')).toBeVisible()
  guard.allowConsoleError(/ERR_FAILED|Failed to load resource|dynamically imported module/)
  await page.route('**/api/build', route => route.fulfill({ json: { build: '20991231.1', revision: 'new' } }))
  await page.route('**/dist/Search-*.js*', route => route.abort())
  await navigation(page).getByRole('link', { name: 'Search' }).click()
  await expect(page.getByText('A new version is ready.')).toBeVisible()
  const address = page.url()
  await expect(page.getByRole('button', { name: 'Reload', exact: true })).toBeVisible()
  expect(page.url()).toBe(address)
})

test('[spec 2.3] a start that fails shows a page of its own, in the language of the visit', async ({ page, guard }) => {
  guard.allowConsoleError(/ERR_FAILED|Failed to load resource/)
  await page.addInitScript(() => localStorage.setItem('DFP/Market', 'de-DE'))
  await page.route('**/dist/messages-*.json', route => route.abort())
  await page.goto('/')
  await expect(heading(page, 'Die Konsole konnte nicht starten')).toBeVisible()
  await expect(page.getByText(/build: \d{8}\.\d+/)).toContainText(/correlation id: [\da-f-]{36}/)
  await expect(page.getByRole('button', { name: 'Details kopieren' })).toBeVisible()
  expect((await findViolations(page)).map(({ id }) => id)).toEqual([])
  // Nothing of the id is out of sight.
  expect(
    await page.getByText(/correlation id:/).evaluate(({ scrollWidth, clientWidth }) => scrollWidth - clientWidth),
  ).toBe(0)
  await page.unroute('**/dist/messages-*.json')
  await page.getByRole('button', { name: 'Neu laden' }).click()
  await expect(page.getByRole('form')).toBeVisible()
})

test('the page of the interfaces is readable in the dark, and the browser has nothing to complain about', async ({
  page,
}) => {
  await page.emulateMedia({ colorScheme: 'dark' })
  await page.goto('/swagger')
  await expect(heading(page, 'Interfaces of Assay')).toBeVisible()
  expect((await findViolations(page)).map(({ id }) => id)).toEqual([])
})

test('a boot routine that fails can be tried again or left', async ({ page, guard }) => {
  await signIn(page, accounts.engineer)
  guard.allowConsoleError(/status of 404/)
  await page.route('**/api/console/rpc/session/get', route =>
    route.fulfill({
      status: 404,
      json: { json: { defined: false, code: 'NOT_FOUND', status: 404, message: 'x' }, meta: [] },
    }),
  )
  await page.goto('/')
  await expect(heading(page, 'Your environments could not be loaded')).toBeVisible()
  await expect(page.getByRole('button', { name: 'Sign out' })).toBeVisible()
  await page.unroute('**/api/console/rpc/session/get')
  await page.getByRole('button', { name: 'Try again' }).click()
  await expect(heading(page, 'Dashboard')).toBeVisible()
})

test('an address that begins with the organisation is the same page as one that names it, and its links stay there', async ({
  page,
}) => {
  await signIn(page, accounts.engineer, '/harbor.example/search?period=90d')
  await expect(heading(page, 'Search')).toBeVisible()
  await expect(page).toHaveURL(/\/harbor\.example\/search\?.*period=90d/)
  await page.getByRole('navigation', { name: 'Main navigation' }).getByRole('link', { name: 'Dashboard' }).click()
  await expect(heading(page, 'Dashboard')).toBeVisible()
  await expect(page).toHaveURL(/\/harbor\.example\/?(\?|$)/)
  await page.goto('/search?tenant=harbor.example&period=90d')
  await expect(heading(page, 'Search')).toBeVisible()
  await expect(page).toHaveURL(/\/\/[^/]+\/search\?(?!.*tenant=).*period=90d/)
})

test('while no environment is ready the page says so with the state of each, and goes on when one is', async ({
  page,
}) => {
  await page.clock.install()
  await signIn(page, accounts.engineer)
  await page.route('**/api/console/rpc/session/get', async route => {
    const answer = await route.fetch()
    const body = await answer.text()
    await route.fulfill({ response: answer, body: body.replaceAll('"status":"Active"', '"status":"SoftDeleting"') })
  })
  await page.goto('/search')
  await expect(heading(page, 'No environment is ready for you.')).toBeVisible()
  await expect(page.getByRole('main').getByRole('listitem').filter({ hasText: 'Harbor' }).first()).toContainText(
    'Deleting',
  )
  // They can be managed meanwhile, however the address is written.
  await page.goto('/Environments/')
  await expect(heading(page, 'Environments')).toBeVisible()
  await page.goto('/search')
  await expect(heading(page, 'No environment is ready for you.')).toBeVisible()
  await page.unroute('**/api/console/rpc/session/get')
  // What is in progress is asked for again.
  await fastForwardUntil(page, () => expect(heading(page, 'Search')).toBeVisible(briefly))
})

test('[spec 4.18] a test backend is chosen by the address, shown, and left again', async ({ page, baseURL }) => {
  await signIn(page, accounts.engineer)
  await expect(heading(page, 'Dashboard')).toBeVisible()
  const asked: Record<string, string>[] = []
  await page.route('https://perf.example.net/**', async route => {
    const request = route.request()
    const cors = {
      'access-control-allow-origin': new URL(baseURL ?? '').origin,
      'access-control-allow-headers': '*, authorization',
      'access-control-allow-methods': '*',
    }
    if (request.method() === 'OPTIONS') return route.fulfill({ status: 204, headers: cors })
    // A stream never ends: it is left unanswered.
    if (request.url().includes('/rpc/live/')) return
    asked.push(request.headers())
    const own = await route.fetch({ url: request.url().replace('https://perf.example.net', baseURL ?? '') })
    return route.fulfill({ response: own, headers: { ...own.headers(), ...cors } })
  })
  await page.goto('/?perf=true')
  await expect(page.getByText('Backend: Perf')).toBeVisible()
  await expect(heading(page, 'Dashboard')).toBeVisible()
  expect(page.url()).not.toContain('perf=')
  expect(asked.length).toBeGreaterThan(0)
  expect(asked[0]).toMatchObject({ 'x-assay-custom-auth': 'Perf', authorization: expect.stringMatching(/^Bearer /) })
  expect(await page.evaluate(() => localStorage.getItem('assay/backend-target'))).toBe('Perf')
  // It is kept; one that is not configured changes nothing.
  await page.goto('/?poc=true')
  await expect(page.getByText('Backend: Perf')).toBeVisible()
  await page.getByRole('button', { name: 'Back to normal' }).click()
  await expect(page.getByText('Backend: Perf')).toHaveCount(0)
  await expect(heading(page, 'Dashboard')).toBeVisible()
  expect(await page.evaluate(() => localStorage.getItem('assay/backend-target'))).toBeNull()
})

test('an address without a page leads on', async ({ page }) => {
  await signIn(page, accounts.engineer, '/nothing/here')
  await expect(heading(page, 'This page does not exist')).toBeVisible()
  await page.getByRole('searchbox', { name: 'Id of an event' }).fill('nothing-has-this-id')
  await page.getByRole('main').getByRole('button', { name: 'Search' }).click()
  await expect(heading(page, 'Search')).toBeVisible()
  expect(new URL(page.url()).search).toContain('nothing-has-this-id')
})

test('an address that begins with an organisation that nobody has is told on a page, with the way to the start', async ({
  page,
  guard,
}) => {
  guard.allowConsoleError(/status of 404/)
  await signIn(page, accounts.engineer, '/nobody.example/search')
  await expect(heading(page, 'This page does not exist')).toBeVisible()
  await page.getByRole('link', { name: 'Open dashboard' }).click()
  await expect(heading(page, 'Dashboard')).toBeVisible()
  await expect(page).not.toHaveURL(/nobody/)
})
