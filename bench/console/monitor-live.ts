import type { Page } from 'playwright'
import type { TransactionMonitor } from '../../risk-service/contract/index.ts'
import { fetchClientToken } from '../decisions/decisions.ts'
import { purchase } from '../decisions/purchases.ts'
import { launchBrowser, signIn } from '../support/browser.ts'
import { limitedRow, median, ms, quantile, type Row, type Service } from '../support/harness.ts'
import { fetchUserToken } from '../support/user-token.ts'

/** The monitor of one-minute steps shows an event at most so long after its answer: milliseconds. */
const limit = 2000
const events = 150
/** Longest pause between two events: they meet the readings of the page at every moment. */
const longestPause = 400
const pageTimeout = 30_000

interface Ids {
  tenantId: string
  environmentId: string
}

const pause = (time: number) => new Promise(resolve => setTimeout(resolve, time))

/** Sends purchases one after the other, and resolves to the times of their answers. */
async function sendPurchases(service: Service, ids: Ids, count: number, first: number): Promise<number[]> {
  const token = await fetchClientToken(service.url, ids.tenantId)
  const answered: number[] = []
  for (let n = first; n < first + count; n++) {
    await pause(((n * 7919) % 97) * (longestPause / 97))
    const answer = await fetch(`${service.url}/v1.0/MerchantServices/events/Purchase`, {
      method: 'POST',
      headers: {
        authorization: `Bearer ${token}`,
        'content-type': 'application/json',
        'x-ms-dfpenvid': ids.environmentId,
      },
      body: JSON.stringify(purchase(`live-${n}`, n)),
    })
    if (answer.status !== 200) throw new Error(`A purchase was answered with ${answer.status}.`)
    await answer.arrayBuffer()
    answered.push(Date.now())
  }
  return answered
}

/** Records when the page shows each number of transactions for the first time. */
async function observeVolume(page: Page): Promise<void> {
  await page.evaluate(() => {
    const shown: [number, number][] = []
    Object.assign(window, { assayVolumes: shown })
    const look = () => {
      const tile = document.querySelector('[data-slot="stat-tile"]:not([aria-busy="true"]) .tabular-nums')
      const volume = Number(tile?.textContent.replaceAll(/\D/g, ''))
      if (tile && volume !== shown.at(-1)?.[0]) shown.push([volume, Date.now()])
    }
    look()
    new MutationObserver(look).observe(document.body, { subtree: true, childList: true, characterData: true })
  })
}

/** From the answer of each event to the first number of transactions that counts it. */
const delaysOf = (answered: readonly number[], shown: readonly (readonly [number, number])[], before: number) =>
  answered.map((at, n) => {
    const found = shown.find(([volume]) => volume >= before + n + 1)
    return found === undefined ? Number.POSITIVE_INFINITY : Math.max(0, found[1] - at)
  })

/** How soon the API has an event that was answered: the time of the first reading that counts it. */
async function measureApi(service: Service, ids: Ids, first: number): Promise<number[]> {
  const token = await fetchUserToken(service)
  const address = `${service.url}/api/console/v1/environments/${ids.environmentId}/monitoring/purchase/transactions?timescale=1h`
  const volume = async () => {
    const answer = await fetch(address, { headers: { authorization: `Bearer ${token}` } })
    if (answer.status !== 200) throw new Error(`The monitor was answered with ${answer.status}.`)
    return ((await answer.json()) as TransactionMonitor).kpis.transactionVolume
  }
  const before = await volume()
  const delays: number[] = []
  for (let n = 0; n < 20; n++) {
    const [answered = 0] = await sendPurchases(service, ids, 1, first + n)
    while ((await volume()) < before + n + 1);
    delays.push(Date.now() - answered)
  }
  return delays
}

/** How long after its answer an event is in the monitor of one-minute steps, of the API and of the page. */
export async function benchMonitorLive(service: Service, ids: Ids): Promise<Row[]> {
  const api = await measureApi(service, ids, 0)
  const browser = await launchBrowser()
  try {
    const page = await browser.newPage({ locale: 'en-US', viewport: { width: 1440, height: 900 } })
    await signIn(page, service)
    await page.goto(`${service.url}/fraud/purchase?env=${ids.environmentId}&timescale=1h`)
    await page.waitForFunction(
      count =>
        document
          .querySelector('[data-slot="stat-tile"]:not([aria-busy="true"]) .tabular-nums')
          ?.textContent.replaceAll(/\D/g, '') === String(count),
      api.length,
      { timeout: pageTimeout },
    )
    await page.getByText('Live', { exact: true }).waitFor({ timeout: pageTimeout })
    await observeVolume(page)
    const answered = await sendPurchases(service, ids, events, api.length)
    await pause(2 * limit)
    const shown = await page.evaluate(() => (window as unknown as { assayVolumes: [number, number][] }).assayVolumes)
    const delays = delaysOf(answered, shown, api.length)
    return [
      limitedRow(
        'An event in the answer of the monitor',
        Math.max(...api),
        ms,
        '<',
        limit,
        `longest of ${api.length} after the answer of the event, reading included; median ${ms(median(api))}`,
      ),
      limitedRow(
        'An event on the page of the monitor',
        Math.max(...delays),
        ms,
        '<',
        limit,
        `longest of ${events} after the answer of the event, one-minute steps, ${Math.round((1000 * events) / ((answered.at(-1) ?? 0) - (answered[0] ?? 0)))} events/s; median ${ms(median(delays))}, p95 ${ms(quantile(delays, 0.95))}`,
      ),
    ]
  } finally {
    await browser.close()
  }
}
