/**
 * Lighthouse's accessibility audit of every page of the console in light, in dark and from right to left, signed in, in
 * its own browser and over its own store. Fails below 100.
 *   npm run lighthouse
 *   npm run lighthouse -- --url http://localhost:4300 --mode dark /search
 */
import { chmodSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { parseArgs } from 'node:util'
import { snapshot } from 'lighthouse'
import type { Browser, Page, PuppeteerNode } from 'puppeteer-core'
import { type RoutePath, routePaths } from '../../console/platform/permissions/route-table.ts'
import { findChromium } from '../ensure.mjs'
import { pause, spawnService, waitUntilReady } from './service-process.ts'

const root = path.resolve(import.meta.dirname, '../..')
const reports = path.join(root, 'test-results/lighthouse')
const account = 'product-admin@harbor.example'
/** Lighthouse depends on the library that drives it. */
const puppeteer = createRequire(createRequire(import.meta.url).resolve('lighthouse'))('puppeteer-core') as PuppeteerNode

const modes = ['light', 'dark', 'rtl'] as const
type Mode = (typeof modes)[number]

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    url: { type: 'string' },
    mode: { type: 'string', multiple: true },
    port: { type: 'string', default: '4391' },
  },
})

/** Audited address of each route. A new route needs a line here: the type enforces that. */
const addresses: Record<RoutePath, string> = {
  '/': '/',
  '/search': '/search?period=90d',
  '/search/:eventType/:envId/:id': '/search',
  '/data/rules/purchaserules': '/data/rules/purchaserules',
  '/fraud': '/fraud',
  '/fraud/purchase': '/fraud/purchase',
  '/fraud/accountcreation': '/fraud/accountcreation',
  '/fraud/accountlogin': '/fraud/accountlogin',
  '/fraud/assessments/:assessmentId/monitor': '/fraud/assessments/CardAuthorization/monitor',
  '/fraud/purchase/rules': '/fraud/purchase/rules',
  '/fraud/purchase/support': '/fraud/purchase/support',
  '/fraud/accountcreation/rules': '/fraud/accountcreation/rules',
  '/fraud/accountlogin/rules': '/fraud/accountlogin/rules',
  '/fraud/assessments/:assessmentId/rules': '/fraud/assessments/CardAuthorization/rules',
  '/casemanagement': '/casemanagement',
  '/casemanagement/queues': '/casemanagement/queues?show=all',
  '/casemanagement/queues/:queueId': '/casemanagement/queues/general',
  '/casemanagement/queues/:queueId/:eventType/:envId/:id': '/search',
  '/casemanagement/routingrules': '/casemanagement/routingrules',
  '/casemanagement/report': '/casemanagement/report',
  '/reports/alerts': '/reports/alerts',
  '/rulesconfiguration': '/rulesconfiguration',
  '/reports': '/reports/summary?days=90&grain=week',
  '/reports/summary': '/reports/summary',
  '/environments': '/environments',
  '/adminsettings': '/adminsettings',
  '/adminsettings/search': '/adminsettings/search',
  '/data': '/data',
  '/data/velocities': '/data/velocities',
  '/data/functions': '/data/functions',
  '/data/externalcalls': '/data/externalcalls',
  '/data/externalassessments': '/data/externalassessments',
  '/data/lists': '/data/lists',
  '/data/lists/custom': '/data/lists/custom',
  '/data/lists/support': '/data/lists/support',
  '/data/explorer': '/data/explorer',
  '/data/templates': '/data/templates',
  '/data/apimanagement/ontology': '/data/apimanagement/ontology',
}
/** Pages that the first link of a list opens, with the suffix of the address. */
const opened: Readonly<Record<string, { list: string; link: string; query?: string }>> = {
  '/search/:eventType/:envId/:id': { list: addresses['/search'], link: '[role="grid"] a[href*="/search/"]' },
  '/search/:eventType/:envId/:id?tab=graph': {
    list: addresses['/search'],
    link: '[role="grid"] a[href*="/search/"]',
    query: 'tab=graph',
  },
  '/search/:eventType/:envId/:id?panel=score': {
    list: addresses['/search'],
    link: '[role="grid"] a[href*="/search/"]',
    query: 'panel=score',
  },
  '/data/rules/purchaserules/rule': {
    list: '/data/rules/purchaserules',
    link: 'main a[href*="rule="],main [role="grid"] a,main table a',
  },
  '/data/velocities/set': { list: '/data/velocities', link: 'main a[href*="set="]' },
}
/** Pages without a route in the table. */
const more = [
  ...Object.keys(opened).filter(target => !(target in addresses)),
  '/data/externalcalls?call=new',
  '/data/externalassessments?edit=new',
  '/data/lists/support?list=email',
  '/environments?inherit=1',
  '/no-such-page',
  '/signed-out',
  '/sign-in',
]

/** Starts the service over a fresh store and waits for its demo data. */
async function startService(): Promise<{ url: string; stop: () => Promise<void> }> {
  const folder = mkdtempSync(path.join(tmpdir(), 'assay-lighthouse-'))
  // The database runs as a separate user where this script runs as root, and must be able to enter the folder.
  chmodSync(folder, 0o711)
  const url = `http://localhost:${values.port}`
  const service = spawnService({ dataDir: path.join(folder, 'data'), port: Number(values.port), demoEvents: 2000 })
  const ended = new Promise<void>(resolve => service.once('exit', () => resolve()))
  const stop = async () => {
    service.kill('SIGINT')
    await ended
    rmSync(folder, { recursive: true, force: true })
  }
  try {
    await waitUntilReady(service, url, { intervalMs: 1000, timeoutMs: 180_000 })
  } catch (error) {
    await stop()
    throw error
  }
  return { url, stop }
}

async function open(mode: Mode): Promise<Browser> {
  const executablePath = findChromium()
  if (!executablePath)
    throw new Error('No Chromium was found: npx playwright install chromium, or name one in CHROMIUM_PATH.')
  return puppeteer.launch({
    executablePath,
    headless: true,
    defaultViewport: { width: 1440, height: 900 },
    args: [
      '--no-sandbox',
      '--disable-gpu',
      '--no-first-run',
      '--disable-background-networking',
      '--disable-component-update',
      '--disable-sync',
      '--disable-domain-reliability',
      '--metrics-recording-only',
      '--force-prefers-reduced-motion',
      ...(mode === 'dark' ? ['--blink-settings=preferredColorScheme=0'] : []),
    ],
  })
}

/**
 * Loads a page and waits until its title is shown and nothing is marked as busy. The stream of live events stays open,
 * so there is no quiet network to wait for.
 */
async function visit(page: Page, url: string): Promise<void> {
  await page.goto(url, { waitUntil: 'domcontentloaded' })
  await page.waitForSelector('h1', { timeout: 60_000 })
  await page
    .waitForFunction(() => document.querySelector('[aria-busy="true"]') === null, { timeout: 30_000 })
    .catch(() => undefined)
  await page.evaluate(() => document.fonts.ready.then(() => undefined))
  await pause(500)
}

async function signIn(page: Page, url: string): Promise<void> {
  await page.goto(url)
  await page.waitForSelector('form button', { timeout: 60_000 })
  // The page shows the first accounts and the rest on demand.
  const choose = () =>
    page.evaluate(name => {
      const button = [...document.querySelectorAll<HTMLElement>('form button')].find(each =>
        each.textContent?.includes(name),
      )
      button?.click()
      return button !== undefined
    }, account)
  if (!(await choose())) {
    await page.click('button[aria-expanded="false"]')
    if (!(await choose())) throw new Error(`The sign-in page does not offer ${account}.`)
  }
  await page.waitForFunction(
    () => document.querySelector('header,[role="banner"]') !== null && document.querySelector('h1') !== null,
    { timeout: 60_000 },
  )
}

interface Audited {
  target: string
  mode: Mode
  score: number
  faults: string[]
}

async function audit(page: Page, target: string, mode: Mode): Promise<Audited> {
  const result = await snapshot(page as never, {
    flags: {
      onlyCategories: ['accessibility'],
      formFactor: 'desktop',
      screenEmulation: { disabled: true },
      output: 'html',
      logLevel: 'error',
    },
  })
  if (!result) throw new Error('Lighthouse gave no result.')
  const name = `${mode}-${target.replace(/[^a-z0-9]+/gi, '-').replace(/^-|-$/g, '') || 'dashboard'}`
  writeFileSync(
    path.join(reports, `${name}.html`),
    Array.isArray(result.report) ? result.report.join('') : result.report,
  )
  const { categories, audits } = result.lhr
  const faults = Object.values(audits)
    .filter(each => each.score !== null && each.score < 1 && each.scoreDisplayMode === 'binary')
    .map(each => {
      const items =
        each.details?.type === 'table'
          ? each.details.items
              .slice(0, 3)
              .map(item => (item['node'] as { snippet?: string } | undefined)?.snippet ?? '')
          : []
      return `${each.id}: ${each.title}${items.map(item => `\n      ${item}`).join('')}`
    })
  return { target, mode, score: Math.round((categories['accessibility']?.score ?? 0) * 100), faults }
}

async function auditMode(url: string, mode: Mode, targets: readonly string[]): Promise<Audited[]> {
  const browser = await open(mode)
  try {
    const page = (await browser.pages())[0] ?? (await browser.newPage())
    const results: Audited[] = []
    const language = mode === 'rtl' ? 'ar-AE' : 'en-US'
    const address = (to: string) => `${url}${to}${to.includes('?') ? '&' : '?'}mkt=${language}`
    if (targets.includes('/sign-in')) {
      await visit(page, address('/'))
      results.push(await audit(page, '/sign-in', mode))
    }
    await signIn(page, address('/'))
    for (const target of targets) {
      if (target === '/sign-in') continue
      const way = opened[target]
      if (way) {
        await visit(page, address(way.list))
        await page.waitForSelector(way.link, { timeout: 30_000 })
        const to = await page.$eval(way.link, link => link.getAttribute('href') ?? '')
        await visit(page, address(way.query === undefined ? to : `${to}${to.includes('?') ? '&' : '?'}${way.query}`))
      } else {
        await visit(page, address(addresses[target as RoutePath] ?? target))
      }
      const state = await page.evaluate(() => ({
        dir: document.documentElement.dir,
        dark: matchMedia('(prefers-color-scheme: dark)').matches,
      }))
      if ((state.dir === 'rtl') !== (mode === 'rtl') || state.dark !== (mode === 'dark'))
        throw new Error(`${target} is not shown in ${mode}: ${JSON.stringify(state)}`)
      results.push(await audit(page, target, mode))
    }
    return results
  } finally {
    await browser.close()
  }
}

const requestedModes = modes.filter(mode => values.mode === undefined || values.mode.includes(mode))
const everything = [...routePaths, ...more]
const unknown = positionals.filter(target => !everything.includes(target))
if (requestedModes.length === 0 || unknown.length > 0) {
  console.error(`Modes: ${modes.join(', ')}. Pages: ${everything.join(', ')}.`)
  process.exit(2)
}
mkdirSync(reports, { recursive: true })
const service =
  values.url === undefined
    ? await startService()
    : { url: values.url.replace(/\/$/, ''), stop: () => Promise.resolve() }
const results: Audited[] = []
try {
  // Signed-out pages last: they are not shown to a signed-in user.
  const targets = positionals.length > 0 ? positionals : everything
  for (const mode of requestedModes)
    results.push(
      ...(await auditMode(
        service.url,
        mode,
        [...targets].sort((a, b) => Number(a === '/signed-out') - Number(b === '/signed-out')),
      )),
    )
} finally {
  await service.stop()
}
for (const target of [...new Set(results.map(result => result.target))]) {
  console.log(
    `${target.padEnd(36)}${requestedModes.map(mode => `${mode} ${String(results.find(result => result.target === target && result.mode === mode)?.score ?? '-').padStart(3)}`).join('   ')}`,
  )
}
const belowLimit = results.filter(({ score }) => score < 100)
for (const { target, mode, faults } of belowLimit) console.error(`\n${target} in ${mode}\n  ${faults.join('\n  ')}`)
console.log(
  `\n${results.length - belowLimit.length} of ${results.length} at 100. Reports: ${path.relative(root, reports)}`,
)
process.exit(belowLimit.length === 0 ? 0 : 1)
