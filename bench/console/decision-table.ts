import type { Locator, Page } from 'playwright'
import { limitedRow, median, ms, quantile, type Row, type Service } from '../support/harness.ts'
import { fetchUserToken } from '../support/user-token.ts'

/** Rows of the table and milliseconds from a key to the frame that shows what it did. */
const [clauses, limit] = [200, 50]
/** A fast typist's pause: what the table does after a key must not delay the next one. */
const pauseMs = 90
const countries = ['DE', 'FR', 'NL', 'ES', 'US', 'GB']

/** A decision over eight fields: rows differ from one another, so that each is compared with all. */
function textOf(place: number): string {
  const country = countries[place % countries.length]
  return `RETURN ${place % 3 === 0 ? 'Reject' : 'Review'}("Row ${place + 1}")
WHEN @"totalAmount" > ${50 + place * 25} && @"user.country" == "${country}" && @"currency" == "EUR"
  && @"user.language" == "en-US" && @"salesTax" > ${place} && @"shippingMethod" == "Standard"
  && @"user.zipCode" != "${10_000 + place}" && @"shippingAddress.country" != "${countries[(place + 1) % countries.length]}"`
}

async function createRule(service: Service, environmentId: string): Promise<string> {
  const answer = await fetch(`${service.url}/api/console/v1/environments/${environmentId}/rules/purchase`, {
    method: 'POST',
    headers: { authorization: `Bearer ${await fetchUserToken(service)}`, 'content-type': 'application/json' },
    body: JSON.stringify({
      body: {
        name: 'Two hundred rows',
        description: '',
        condition: '',
        sample: { payload: {}, riskScore: 500 },
        clauses: Array.from({ length: clauses }, (_, place) => ({
          name: `row${place + 1}`,
          section: 'prior',
          text: textOf(place),
        })),
      },
    }),
  })
  const text = await answer.text()
  if (answer.status !== 201) throw new Error(`The rule was answered with ${answer.status}: ${text.slice(0, 300)}`)
  return (JSON.parse(text) as { id: string }).id
}

/** Collects, for each key, the time from its event to the end of the first frame after it. */
const observeKeys = (page: Page): Promise<void> =>
  page.evaluate(() => {
    const times: number[] = []
    Object.assign(window, { assayKeyTimes: times })
    window.addEventListener(
      'keydown',
      event => {
        if (event.key === 'Control') return
        requestAnimationFrame(() => setTimeout(() => times.push(performance.now() - event.timeStamp), 0))
      },
      { capture: true },
    )
  })

async function press(page: Page, keys: readonly string[]): Promise<number[]> {
  await page.evaluate(() => ((window as unknown as { assayKeyTimes: number[] }).assayKeyTimes.length = 0))
  for (const key of keys) {
    await page.keyboard.press(key)
    await page.waitForTimeout(pauseMs)
  }
  await page.waitForFunction(
    count => (window as unknown as { assayKeyTimes: number[] }).assayKeyTimes.length >= count,
    keys.length,
  )
  return page.evaluate(() => [...(window as unknown as { assayKeyTimes: number[] }).assayKeyTimes])
}

async function expectText(cell: Locator, expected: string): Promise<void> {
  const text = (await cell.textContent())?.trim()
  if (text !== expected) throw new Error(`The cell has ${text}, and not ${expected}.`)
}

const repeated = (count: number, ...keys: string[]): string[] => Array.from({ length: count }, () => keys).flat()

/** Keys in a rule of 200 clauses over eight fields, shown as a table, at the pace of somebody who types fast. */
export async function benchDecisionTable(page: Page, service: Service, environmentId: string): Promise<Row[]> {
  const id = await createRule(service, environmentId)
  await page.context().grantPermissions(['clipboard-read', 'clipboard-write'])
  await page.goto(`${service.url}/fraud/purchase/rules?rule=${id}&view=table`)
  const grid = page.getByRole('grid', { name: 'Decision table' })
  const cell = (row: number, column: number) => grid.locator(`[data-cell="${row} ${column}"]`)
  await cell(clauses - 1, 8).waitFor({ state: 'attached' })
  await observeKeys(page)
  await cell(0, 1).click()
  const arrows = await press(page, [
    ...repeated(20, 'ArrowDown', 'ArrowRight', 'ArrowDown', 'ArrowLeft'),
    ...repeated(5, 'PageDown', 'PageUp', 'Control+End', 'Control+Home'),
  ])
  await cell(100, 1).click()
  const typed: number[] = []
  const entered: number[] = []
  for (let row = 0; row < 20; row++) {
    typed.push(...(await press(page, ['>', ...String(1000 + row * 7)])))
    entered.push(...(await press(page, ['Enter'])))
  }
  await expectText(cell(119, 1), '> 1133')
  const pasted: number[] = []
  for (let round = 0; round < 10; round++) {
    const rows = Array.from({ length: 20 }, (_, row) => `> ${3000 + round * 20 + row}\t"${countries[row % 6]}"`)
    await page.evaluate(text => navigator.clipboard.writeText(text), rows.join('\n'))
    await cell(round * 10, 1).click()
    pasted.push(...(await press(page, ['Control+v'])))
    await expectText(cell(round * 10 + 19, 1), `> ${3000 + round * 20 + 19}`)
  }
  const measured = { 'arrow and page keys': arrows, 'a character': typed, Enter: entered, '20 rows pasted': pasted }
  return Object.entries(measured).map(([name, times]) =>
    limitedRow(
      `Decision table of ${clauses} rows and 8 fields, ${name}: from the key to its frame, p95`,
      quantile(times, 0.95),
      ms,
      '<',
      limit,
      `${times.length} keys every ${pauseMs} ms; p50 ${ms(median(times))}, longest ${ms(Math.max(...times))}`,
    ),
  )
}
