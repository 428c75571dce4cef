import type { Page } from '@playwright/test'
import { findViolations } from '../support/axe.ts'
import { accounts } from '../support/demo.ts'
import { expect, heading, signIn, test } from '../support/journey.ts'

const navigation = (page: Page) => page.getByRole('navigation', { name: 'Main navigation' })

test('[spec 7.4] [spec 8.6] each section loads from /dist/ in a chunk under its name; a blocked one shows so in its place, while the frame and other sections work', async ({
  page,
  guard,
}) => {
  guard.allowConsoleError(/ERR_FAILED|Failed to load resource|dynamically imported module/)
  const assets: string[] = []
  page.on('request', request => {
    if (['script', 'stylesheet'].includes(request.resourceType())) assets.push(new URL(request.url()).pathname)
  })
  await signIn(page, accounts.engineer)
  await expect(heading(page, 'Dashboard')).toBeVisible()
  const main = page.getByRole('main')

  await test.step('a blocked section shows so in its place, and a newer build is offered, not forced', async () => {
    await page.route('**/api/build', route => route.fulfill({ json: { build: '20991231.1', revision: 'new' } }))
    await page.route('**/dist/Search-*.js*', route => route.abort())
    await navigation(page).getByRole('link', { name: 'Search' }).click()
    await expect(main.getByText('This part of the console could not be loaded')).toBeVisible()
    await main.getByText('Details').click()
    await expect(
      main.getByText(/ChunkLoadError: Loading chunk Search failed\.\s+\(error: http.*\/dist\/Search-/),
    ).toBeVisible()
    await expect(main.getByRole('button', { name: 'Reload page' })).toBeVisible()
    await expect(page.getByText('A new version is available.')).toBeVisible()
    await expect(page.getByRole('button', { name: 'Reload', exact: true })).toBeVisible()
    expect(new URL(page.url()).pathname).toBe('/search')
  })
  await test.step('another section works, and so does this one when it is there again', async () => {
    await navigation(page).getByRole('link', { name: 'Dashboard' }).click()
    await expect(heading(page, 'Dashboard')).toBeVisible()
    await page.unroute('**/dist/Search-*.js*')
    await navigation(page).getByRole('link', { name: 'Search' }).click()
    await expect(heading(page, 'Search')).toBeVisible()
    await expect(main.getByText('This part of the console could not be loaded')).toHaveCount(0)
  })
  expect(assets.length).toBeGreaterThan(3)
  expect(assets.filter(path => !path.startsWith('/dist/'))).toEqual([])
  for (const section of ['Boot', 'Dashboard', 'Search'])
    expect(
      assets.some(path => path.startsWith(`/dist/${section}-`)),
      section,
    ).toBe(true)
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
  // No part of the id is out of view.
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

test('an address that begins with the organisation is the same page as one that names it, and its links stay there', async ({
  page,
  guard,
}) => {
  guard.allowConsoleError(/status of 404/)
  await signIn(page, accounts.engineer, '/harbor.example/search?period=90d')
  await expect(heading(page, 'Search')).toBeVisible()
  await expect(page).toHaveURL(/\/harbor\.example\/search\?.*period=90d/)
  await navigation(page).getByRole('link', { name: 'Dashboard' }).click()
  await expect(heading(page, 'Dashboard')).toBeVisible()
  await expect(page).toHaveURL(/\/harbor\.example\/?(\?|$)/)
  await page.goto('/search?tenant=harbor.example&period=90d')
  await expect(heading(page, 'Search')).toBeVisible()
  await expect(page).toHaveURL(/\/\/[^/]+\/search\?(?!.*tenant=).*period=90d/)

  await test.step('one that nobody has is told on a page, with the way to the start', async () => {
    await page.goto('/nobody.example/search')
    await expect(heading(page, 'This page does not exist')).toBeVisible()
    await page.getByRole('link', { name: 'Open dashboard' }).click()
    await expect(heading(page, 'Dashboard')).toBeVisible()
    await expect(page).not.toHaveURL(/nobody/)
  })
})
