import type { Page } from 'playwright'
import { scroll } from '../console/scroll.ts'
import { launchBrowser, signIn } from '../support/browser.ts'
import { limitedRow, median, ms, quantile, type Row, type Service } from '../support/harness.ts'
import { benchQueue } from './case-fixture.ts'

const decisions = 40
/** As many as decisions: of a few, the 95th percentile is the slowest. */
const coldOpens = 40
/** A reviewer reads a case before deciding it: meanwhile the next one is fetched. */
const readingMs = 600

/** What the analyst of the demo meets in the browser: decisions by key, cases opened cold, a long queue. */
export async function benchCockpit(service: Service, environmentId: string): Promise<Row[]> {
  const browser = await launchBrowser()
  try {
    const context = await browser.newContext({ locale: 'en-US', viewport: { width: 1440, height: 900 } })
    const page = await context.newPage()
    await signIn(page, service, 'analyst@harbor.example')
    const queueUrl = `${service.url}/casemanagement/queues/${benchQueue.id}?env=${environmentId}`
    await page.goto(queueUrl)
    const grid = page.getByRole('grid', { name: 'Pending review' })
    await grid.getByRole('rowheader').nth(5).waitFor()
    const frames = await scroll(grid, Number.POSITIVE_INFINITY)
    await page.keyboard.press('s')
    const times = await decideByKeys(page)
    const opened = await openCold(page, queueUrl)
    const pace = `${decisions} decisions with two keys each, ${readingMs} ms of reading`
    return [
      limitedRow(
        'Queue of the cases, 5 s flight from the first row to the last, p95 frame',
        quantile(frames, 0.95),
        ms,
        '<',
        20,
        `${frames.length} frames, p50 ${ms(quantile(frames, 0.5))}, longest ${ms(Math.max(...frames))}`,
      ),
      limitedRow(
        'Key pressed to next case painted, p95',
        quantile(times.painted, 0.95),
        ms,
        '<',
        100,
        `${pace}; p50 ${ms(median(times.painted))}`,
      ),
      limitedRow(
        'Key pressed to next case decidable, p95',
        quantile(times.decidable, 0.95),
        ms,
        '<',
        1000,
        `p50 ${ms(median(times.decidable))}`,
      ),
      limitedRow(
        'Cold open of a case, painted, p95',
        quantile(opened.painted, 0.95),
        ms,
        '<',
        400,
        `${coldOpens} cases from the list, not fetched before; p50 ${ms(median(opened.painted))}`,
      ),
      limitedRow(
        'Cold open of a case, decidable, p95',
        quantile(opened.decidable, 0.95),
        ms,
        '<',
        1000,
        `p50 ${ms(median(opened.decidable))}`,
      ),
    ]
  } finally {
    await browser.close()
  }
}

interface Times {
  painted: number[]
  decidable: number[]
}

/** Arms the page: the key starts the clock, which stops at the first frames that show another case. */
function watchNextCase(page: Page, awaitedKey: string): Promise<void> {
  return page.evaluate(expectedKey => {
    // Pages that were drawn ahead are in the document, hidden.
    const visible = (selector: string) => [...document.querySelectorAll(selector)].find(each => each.checkVisibility())
    const title = () => visible('h1')?.textContent ?? ''
    const before = title()
    const canDecide = () =>
      [...document.querySelectorAll('button')].some(
        button =>
          button.textContent.startsWith('Approve') && button.checkVisibility() && button.ariaDisabled !== 'true',
      )
    const measured = new Promise<{ painted: number; decidable: number }>(resolve => {
      const begin = ({ key }: KeyboardEvent) => {
        if (key !== expectedKey) return
        removeEventListener('keydown', begin, true)
        const started = performance.now()
        let painted = 0
        const look = () => {
          if (painted === 0 && title() !== before && visible('main dl')) painted = performance.now() - started
          if (painted === 0 || !canDecide()) return void requestAnimationFrame(look)
          setTimeout(() => resolve({ painted, decidable: performance.now() - started }), 0)
        }
        requestAnimationFrame(look)
      }
      addEventListener('keydown', begin, true)
    })
    Object.assign(window, { assayNextCase: measured })
  }, awaitedKey)
}

const readNextCase = (page: Page): Promise<{ painted: number; decidable: number }> =>
  page.evaluate(
    () => (window as unknown as { assayNextCase: Promise<{ painted: number; decidable: number }> }).assayNextCase,
  )

/** Decides one case after the other, with the key of the first reason and Enter. */
async function decideByKeys(page: Page): Promise<Times> {
  const times: Times = { painted: [], decidable: [] }
  for (let index = 0; index < decisions; index++) {
    await decideWith(page, async () => {
      await page.waitForTimeout(readingMs)
    })
    const { painted, decidable } = await readNextCase(page)
    times.painted.push(painted)
    times.decidable.push(decidable)
  }
  return times
}

async function decideWith(page: Page, read: () => Promise<void>): Promise<void> {
  await page.getByRole('button', { name: /^Approve A$/ }).waitFor()
  await read()
  await page.keyboard.press('1')
  await page
    .getByRole('dialog')
    .getByRole('button', { name: /^Submit/ })
    .waitFor()
  await watchNextCase(page, 'Enter')
  await page.keyboard.press('Enter')
}

/** Starts reviews from the list, each time in a page that has fetched nothing of the case. */
async function openCold(page: Page, queueUrl: string): Promise<Times> {
  const times: Times = { painted: [], decidable: [] }
  for (let index = 0; index < coldOpens; index++) {
    await page.goto(queueUrl)
    await page.getByRole('grid', { name: 'Pending review' }).getByRole('rowheader').nth(5).waitFor()
    await watchNextCase(page, 's')
    await page.keyboard.press('s')
    const { painted, decidable } = await readNextCase(page)
    times.painted.push(painted)
    times.decidable.push(decidable)
    await decideWith(page, () => Promise.resolve())
    await readNextCase(page)
  }
  return times
}
