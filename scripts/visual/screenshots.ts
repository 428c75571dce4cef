/**
 * Pictures of the running product for the README: `npm run screenshots` while `npm start` runs in another terminal.
 *   node scripts/visual/screenshots.ts [--url http://localhost:4300] [--out docs/images] [--account product-admin@harbor.example]
 *                               [--theme light|dark] [--language en-US] [--width 1440] [--height 900] [PATH ...]
 * Paths are routes, or `event` and `rule` for one of each. Without paths: what the README shows.
 */
import { mkdirSync } from 'node:fs'
import path from 'node:path'
import { parseArgs } from 'node:util'
import { chromium } from 'playwright'
import { findChromium } from '../ensure.mjs'
import { chooseAccount } from '../test/sign-in-page.ts'

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    url: { type: 'string', default: 'http://localhost:4300' },
    out: { type: 'string', default: path.resolve(import.meta.dirname, '../../docs/images') },
    account: { type: 'string', default: 'product-admin@harbor.example' },
    theme: { type: 'string', default: 'light' },
    language: { type: 'string', default: 'en-US' },
    width: { type: 'string', default: '1440' },
    height: { type: 'string', default: '900' },
    suffix: { type: 'string', default: '' },
  },
})

const executablePath = findChromium()
const browser = await chromium.launch({
  ...(executablePath ? { executablePath } : {}),
  args: [
    '--no-sandbox',
    '--disable-gpu',
    '--disable-background-networking',
    '--font-render-hinting=none',
    '--force-color-profile=srgb',
    '--disable-lcd-text',
  ],
})
const context = await browser.newContext({
  viewport: { width: Number(values.width), height: Number(values.height) },
  reducedMotion: 'reduce',
  timezoneId: 'Europe/Copenhagen',
})
await context.addInitScript(
  ([theme, language]) => {
    localStorage.setItem('assay.theme', theme ?? 'light')
    localStorage.setItem('DFP/Market', language ?? 'en-US')
  },
  [values.theme, values.language],
)
const page = await context.newPage()
const consoleErrors: string[] = []
page.on('console', message => {
  if (['error', 'warning'].includes(message.type())) consoleErrors.push(`${message.type()}: ${message.text()}`)
})
page.on('pageerror', error => consoleErrors.push(`exception: ${error.message}`))

async function waitForPage(): Promise<void> {
  await page.locator('h1').first().waitFor()
  // The network is never idle: the console has an open stream. Waits until nothing is busy, and a moment for content
  // fetched after the figures.
  await page.waitForFunction(() => document.querySelector('[aria-busy="true"]') === null)
  await page.waitForTimeout(1500)
  await page.evaluate(() => document.fonts.ready)
}

await page.goto(values.url)
await chooseAccount(page, values.account)
await waitForPage()

mkdirSync(values.out, { recursive: true })
const requestedPaths = positionals.length > 0 ? positionals : ['/']
for (const target of requestedPaths) {
  if (target === 'event') {
    await page.goto(`${values.url}/search?period=90d`)
    await page.getByRole('grid').getByRole('link').first().click()
  } else if (target === 'rule') {
    await page.goto(`${values.url}/fraud/purchase/rules`)
    await page.getByRole('main').getByRole('link').first().click()
  } else {
    await page.goto(values.url + target)
  }
  await waitForPage()
  const name = target === '/' ? 'dashboard' : target.replace(/^\//, '').replace(/[^a-z0-9]+/gi, '-')
  await page.screenshot({ path: path.join(values.out, `${name}${values.suffix}.png`) })
  console.log(`${name}${values.suffix}.png`)
}
await browser.close()
if (consoleErrors.length > 0) {
  console.error(consoleErrors.join('\n'))
  process.exit(1)
}
