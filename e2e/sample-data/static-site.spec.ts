import { execFile } from 'node:child_process'
import { createReadStream, existsSync, mkdtempSync, readFileSync, rmSync, statSync } from 'node:fs'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { promisify } from 'node:util'
import { expect as baseExpect, type Page, test } from '@playwright/test'
import { createRule } from '../support/rules.ts'
import { sampleDataScript, withFewPurchases } from '../support/sample-purchases.ts'

const types: Record<string, string> = {
  '.html': 'text/html',
  '.js': 'text/javascript',
  '.css': 'text/css',
  '.json': 'application/json',
  '.svg': 'image/svg+xml',
  '.wasm': 'application/wasm',
  '.woff2': 'font/woff2',
}
/** Starting the database and deciding purchases is slow on a busy machine: milliseconds. */
const loadTimeout = 180_000

/** Delay between a change and the copy of the database: milliseconds. */
const copyDelay = 4000

/** Service, database and page share a processor. */
const expect = baseExpect.configure({ timeout: 30_000 })

let folder: string
let host: Server
let origin: string

/** A host that serves files and one page for every other address, and nothing else. */
function serveFiles(root: string): Promise<Server> {
  const server = createServer((request, response) => {
    const { pathname } = new URL(request.url ?? '/', 'http://files')
    const file = path.join(root, path.normalize(pathname))
    const found = file.startsWith(root) && existsSync(file) && statSync(file).isFile()
    const sent = found ? file : path.join(root, 'index.html')
    if (request.method !== 'GET' || (!found && /^\/(dist|api|v1\.0)\//.test(pathname))) {
      response.writeHead(404).end()
      return
    }
    response.writeHead(200, { 'content-type': types[path.extname(sent)] ?? 'application/octet-stream' })
    if (sampleDataScript.test(sent)) response.end(withFewPurchases(readFileSync(sent, 'utf8'), sent))
    else createReadStream(sent).pipe(response)
  })
  return new Promise(resolve => server.listen(0, '127.0.0.1', () => resolve(server)))
}

test.beforeAll(async () => {
  test.setTimeout(loadTimeout)
  const made = process.env['E2E_STATIC_DIR']
  folder = made ?? mkdtempSync(path.join(tmpdir(), 'assay-static-'))
  if (made === undefined)
    await promisify(execFile)(process.execPath, ['scripts/release/build-static.ts', folder, '--built'], {
      cwd: path.resolve(import.meta.dirname, '../..'),
    })
  host = await serveFiles(folder)
  origin = `http://localhost:${(host.address() as AddressInfo).port}`
})
test.afterAll(async () => {
  await new Promise(resolve => host.close(resolve))
  if (process.env['E2E_STATIC_DIR'] === undefined) rmSync(folder, { recursive: true, force: true })
})

/** Errors of the page, and the hosts that it requested. */
function recordErrors(page: Page) {
  const complaints: string[] = []
  const calls: string[] = []
  page.on('console', message => {
    if (['error', 'warning'].includes(message.type())) complaints.push(message.text())
  })
  page.on('pageerror', error => complaints.push(error.message))
  page.on('request', request => {
    const url = new URL(request.url())
    if (!['data:', 'blob:'].includes(url.protocol) && (url.origin !== origin || /^\/(api|v1\.0)\//.test(url.pathname)))
      calls.push(request.url())
  })
  return { complaints, calls }
}
const heading = (page: Page, name: string) => page.getByRole('heading', { level: 1, name, exact: true })
const banner = (page: Page) =>
  page.getByRole('note').filter({ hasText: 'Sample data. Nothing leaves this browser and nothing is saved.' })
const navigation = (page: Page) => page.getByRole('navigation', { name: 'Main navigation' })

test('a folder of files is the whole product: sign in, search, open, write a rule, evaluate, publish, see it decide', async ({
  page,
}) => {
  test.setTimeout(4 * loadTimeout)
  const { complaints, calls } = recordErrors(page)
  await page.clock.install()

  await test.step('prepared with a percentage, and an account is chosen inside the page', async () => {
    await page.goto(`${origin}/`)
    await expect(heading(page, 'Preparing sample data…')).toBeVisible()
    await expect(page.getByRole('progressbar')).toHaveAttribute('aria-valuenow', /^\d+$/)
    await expect(page.getByRole('button', { name: 'Cancel' })).toBeVisible()
    await expect(heading(page, 'Sign in to Assay')).toBeVisible({ timeout: loadTimeout })
    await page.getByRole('button', { name: /Dario Venn/ }).click()
    await expect(heading(page, 'Dashboard')).toBeVisible({ timeout: 30_000 })
    await expect(banner(page)).toBeVisible()
  })

  await test.step('search and open an event', async () => {
    await navigation(page).getByRole('link', { name: 'Search' }).click()
    await expect(heading(page, 'Search')).toBeVisible()
    const first = page.getByRole('grid', { name: 'Events found' }).getByRole('row').nth(1).getByRole('link').first()
    const id = (await first.textContent()) ?? ''
    await first.click()
    await expect(page.getByRole('heading', { level: 1, name: id })).toBeVisible()
    await expect(banner(page)).toBeVisible()
  })

  await test.step('a model is trained when somebody asks for it, or it is said why not', async () => {
    await page.getByRole('link', { name: 'About this score' }).click()
    const about = page.getByRole('dialog', { name: 'About this score' })
    await about.getByRole('button', { name: 'Train now' }).click()
    await expect(
      about.getByText('Training not possible').or(about.getByText(/The last training created version/)),
    ).toBeVisible()
    await page.keyboard.press('Escape')
    await expect(about).toBeHidden()
  })

  const rule = 'Nothing on Sundays'
  await test.step('write a rule and evaluate it', async () => {
    /** All at once: the service that checks every keystroke runs beside the page. */
    const replaceCode = async (text: string) => {
      await page.keyboard.press('ControlOrMeta+A')
      await page.keyboard.insertText(text)
    }
    const code = await createRule(page, rule)
    await replaceCode('RETURN Rejekt("Closed")')
    const problem = page.getByRole('region', { name: 'Problems' }).getByRole('button', { name: /Clause 1, 1:8/ })
    await expect(problem).toBeVisible()
    const text = 'RETURN Reject("Closed")'
    await replaceCode(text)
    await expect(code).toContainText(text)
    await page.keyboard.press('Escape')
    await expect(problem).toHaveCount(0)
    const evaluation = page.getByRole('region', { name: 'Evaluation' })
    await expect(evaluation.getByText('Reject', { exact: true })).toBeVisible()
    await expect(evaluation.getByText('by clause 1, Clause 1')).toBeVisible()
    await expect(page.getByText(/^Saved /)).toBeVisible()
  })

  await test.step('publish it', async () => {
    await page.getByRole('button', { name: 'Publish', exact: true }).click()
    const dialog = page.getByRole('dialog', { name: `Publish “${rule}”` })
    await dialog.getByRole('button', { name: 'Publish rule' }).click()
    await expect(page.getByText('Rule published.').first()).toBeVisible()
    await expect(dialog).toBeHidden()
  })

  const panel = page.getByRole('dialog', { name: 'For testers' })
  let decidedAt = 0
  await test.step('a purchase sent to the risk API in the page is decided by it', async () => {
    await banner(page).getByRole('button', { name: 'For testers' }).click()
    await panel.getByRole('button', { name: 'Ordinary purchase' }).click()
    await expect(panel.getByText(/^Purchase S-\S+ was decided$/)).toBeVisible()
    await expect(panel.getByText('Reject', { exact: true })).toBeVisible()
    decidedAt = await page.evaluate(() => Date.now())
    await panel.getByRole('link', { name: 'Open the event' }).click()
    await expect(page.getByText(`Rejected by ${rule} › Clause 1.`)).toBeVisible()
  })

  await test.step('another page of the tab goes on with what is stored, as the same person', async () => {
    // A copy is made a few seconds after the last change: the one with this purchase begins after its decision.
    await page.clock.fastForward(copyDelay)
    const copies = () =>
      page.evaluate(async () => {
        const cache = await caches.open('assay-sample-data')
        const found = await Promise.all((await cache.keys()).map(request => cache.match(request)))
        return found.map(copy => Number(copy?.headers.get('x-copied-at')))
      })
    await expect
      .poll(async () => (await copies()).map(begun => begun > decidedAt), { timeout: loadTimeout })
      .toEqual([true])
    await page.reload()
    await expect(page.getByText(`Rejected by ${rule} › Clause 1.`)).toBeVisible({ timeout: loadTimeout })
  })

  await test.step('testers see the service without a database, and with it again', async () => {
    await banner(page).getByRole('button', { name: 'For testers' }).click()
    await panel.getByRole('radio', { name: /^With failures/ }).click()
    await panel.getByRole('button', { name: 'Ordinary purchase' }).click()
    await expect(panel.getByText('The risk API answered with 503. Nothing was decided.')).toBeVisible()
    await panel.getByRole('radio', { name: 'Normally' }).click()
    await expect(panel.getByRole('radio', { name: 'Normally' })).toBeChecked()
    await expect(async () => {
      await panel.getByRole('button', { name: 'Ordinary purchase' }).click()
      await expect(panel.getByText(/^Purchase S-\S+ was decided$/)).toBeVisible({ timeout: 2000 })
    }).toPass()
    await page.keyboard.press('Escape')
  })

  await test.step('left: nothing of it stays', async () => {
    await banner(page).getByRole('button', { name: 'Leave' }).click()
    await expect(heading(page, 'Sample data removed from this browser')).toBeVisible()
    expect(await page.evaluate(async () => (await (await caches.open('assay-sample-data')).keys()).length)).toBe(0)
    expect(await page.evaluate(() => localStorage.getItem('assay/mock'))).toBeNull()
  })

  expect(calls).toEqual([])
  expect(complaints).toEqual([])
})
