import { readFile } from 'node:fs/promises'
import type { Locator, Page } from '@playwright/test'
import type { Ring } from '../../risk-service/contract/index.ts'
import { callConsoleApi } from '../cases/case-calls.ts'
import { withDatabase } from '../support/database.ts'
import { accounts, environments } from '../support/demo.ts'
import { expect, heading, signIn, test } from '../support/journey.ts'
import { focusByKeyboard } from '../support/keyboard.ts'
import { retryName } from '../support/retry-name.ts'

const environmentId = environments.harborEu
/** Eight accounts on one phone, as the demo has them. */
const phone = 'dv_7f3a19e4c210'

const readRings = (page: Page, status: Ring['status']) =>
  callConsoleApi<{ rings: Ring[] }>(page, 'rings/list', { environmentId, status }).then(({ rings }) => rings)
const readViews = (page: Page) =>
  callConsoleApi<{ id: string; name: string; shared: boolean }[]>(page, 'savedViews/list', {
    environmentId,
    area: 'graph',
  })
const count = (text: string, value: string) =>
  withDatabase(async query => Number((await query(text, [value]))[0]?.['count']))

async function press(page: Page, target: Locator, key = 'Tab', most = 120): Promise<void> {
  await focusByKeyboard(page, target, key, most)
  await page.keyboard.press('Enter')
}

/** Opens the menu of a button and runs one of its commands. */
async function choose(page: Page, button: Locator, command: string | RegExp, key = 'Tab'): Promise<void> {
  await press(page, button, key)
  const item = page.getByRole('menuitem', { name: command })
  await expect(item).not.toHaveAttribute('aria-disabled', 'true')
  await press(page, item, 'ArrowDown', 12)
}

/** The rings that this journey has watched or dismissed; those of other journeys are left alone. */
const touched = new Set<string>()

// Another try, and other journeys, find the rings as the demo has them.
test.afterEach(async ({ page }) => {
  for (const { id, watched } of await readRings(page, 'open'))
    if (watched && touched.has(id)) await callConsoleApi(page, 'rings/unwatch', { environmentId, ringId: id })
  for (const { id } of await readRings(page, 'dismissed'))
    if (touched.has(id)) await callConsoleApi(page, 'rings/restore', { environmentId, ringId: id })
  touched.clear()
  for (const { id, name } of await readViews(page))
    if (name.startsWith('Phone ring'))
      await callConsoleApi(page, 'savedViews/remove', { environmentId, area: 'graph', viewId: id })
})

test('an engineer works on a ring by keys alone: path, note, label, watch, dismissal of another, saved view, files', async ({
  page,
}) => {
  test.setTimeout(120_000)
  await signIn(page, accounts.engineer, `/data/explorer?env=${environmentId}`)
  await expect(heading(page, 'Graph explorer')).toBeVisible()
  // The service looks for rings from its start on; a page that was opened before is read again.
  const open = () => readRings(page, 'open').then(rings => rings.map(({ name }) => name.text))
  await expect.poll(open, { timeout: 60_000 }).toContain(phone)
  await expect.poll(open, { timeout: 60_000 }).not.toHaveLength(1)
  await page.reload()
  await expect(heading(page, 'Graph explorer')).toBeVisible()

  const button = (name: string | RegExp) => page.getByRole('button', { name, exact: true })
  const graph = page.getByRole('application', { name: new RegExp(`^Graph of ${phone}`) })
  const dialog = page.getByRole('dialog')
  /** What happens in a step ends with the focus on something that the next key can go on from. */
  const step = (title: string, run: () => Promise<void>) =>
    test.step(title, async () => {
      await run()
      await expect(page.locator(':focus')).toBeVisible()
    })

  await step('the ring of a phone is opened', async () => {
    await press(page, page.getByRole('button', { name: new RegExp(`^${phone} and \\d+ more`) }))
    await expect(button(/^Select \d+ members$/)).toBeFocused()
  })

  await step('the path from the phone to an account is drawn, and read out', async () => {
    await focusByKeyboard(page, graph, 'Tab', 120)
    await page.keyboard.press('Space')
    await page.keyboard.press('ArrowRight')
    await page.keyboard.press('Space')
    await expect(page.getByRole('group', { name: 'Acts on 2 nodes' })).toBeVisible()
    await press(page, button('Find path'), 'Shift+Tab')
    await expect(page.getByText('Path of 1 step.')).toBeAttached()
    await expect(button('Stop showing the path')).toBeVisible()
    await expect(button('Find path')).toBeFocused()
  })

  const acts = page.getByRole('group', { name: 'Acts on 2 nodes' }).getByRole('button', { name: 'More' })
  const text = retryName('Shared phone')
  await step('a note is written on the events behind both', async () => {
    await choose(page, acts, /^Add a note to \d+ events?$/)
    await expect(dialog.getByRole('textbox', { name: /^Note/ })).toBeFocused()
    await page.keyboard.type(text)
    await press(page, dialog.getByRole('button', { name: 'Add note' }))
    await expect(dialog).toHaveCount(0)
    await expect(page.getByText(/^The note is on \d+ events?\.$/).last()).toBeVisible()
    expect(await count('select count(*) from note where text = $1', text)).toBeGreaterThan(0)
    await expect(acts).toBeFocused()
  })

  await step('they are labelled as fraud', async () => {
    await choose(page, acts, /^Label \d+ events?$/)
    await focusByKeyboard(page, dialog.getByRole('textbox', { name: /^Reason/ }))
    await page.keyboard.type(text)
    await page.keyboard.press('Enter')
    await expect(page.getByRole('heading', { name: 'Label of each event' })).toBeFocused()
    expect(
      await count(`select count(*) from event_label where body::text like '%' || $1 || '%'`, text),
    ).toBeGreaterThan(0)
    await press(page, dialog.getByRole('button', { name: 'Close' }).last())
    await expect(dialog).toHaveCount(0)
    await expect(acts).toBeFocused()
  })

  const menuOf = (name: string) => button(`Acts on ${name}`)
  /** An open ring that this journey changes. */
  const touch = async (isMeant: (name: string) => boolean): Promise<string> => {
    const ring = (await readRings(page, 'open')).find(({ name }) => isMeant(name.text))
    if (ring) touched.add(ring.id)
    return ring?.name.text ?? ''
  }
  await step('the ring is watched', async () => {
    await touch(name => name === phone)
    await choose(page, menuOf(phone), 'Watch', 'Shift+Tab')
    await expect(page.getByText(`${phone} is watched. You are notified when it grows.`).last()).toBeVisible()
    await expect(menuOf(phone)).toBeFocused()
    expect((await readRings(page, 'open')).find(({ name }) => name.text === phone)?.watched).toBe(true)
  })

  await step('another one is dismissed with a reason, and the focus goes to its successor', async () => {
    const other = await touch(name => name !== phone)
    await focusByKeyboard(page, menuOf(other), 'Tab', 12).catch(() =>
      focusByKeyboard(page, menuOf(other), 'Shift+Tab', 24),
    )
    await choose(page, menuOf(other), 'Dismiss …')
    await page.keyboard.type('A dormitory')
    await page.keyboard.press('Enter')
    await expect(page.getByText(`${other} is dismissed.`).last()).toBeVisible()
    await expect(menuOf(other)).toHaveCount(0)
    await expect(page.locator('li[data-ring] > button:focus')).toBeVisible()
    expect((await readRings(page, 'dismissed')).map(({ name }) => name.text)).toEqual([other])
  })

  await step('the graph is saved and shared', async () => {
    await choose(page, button('Saved graphs'), 'Save graph', 'Shift+Tab')
    const name = retryName('Phone ring')
    await page.keyboard.type(name)
    await focusByKeyboard(page, dialog.getByRole('switch'))
    await page.keyboard.press('Space')
    await press(page, dialog.getByRole('button', { name: 'Save' }))
    await expect(page.getByText(`View ${name} saved`).last()).toBeVisible()
    await expect(button('Saved graphs')).toBeFocused()
    expect((await readViews(page)).find(view => view.name === name)?.shared).toBe(true)
  })

  await step('and exported in each format', async () => {
    for (const [format, file, part] of [
      ['Image (PNG)', 'assay-graph.png', 'PNG'],
      ['Image (SVG)', 'assay-graph.svg', phone],
      ['Nodes (CSV)', 'assay-graph-nodes.csv', phone],
      ['Links (CSV)', 'assay-graph-edges.csv', ',owns,'],
      ['Graph (GraphML)', 'assay-graph.graphml', phone],
      ['Data (JSON)', 'assay-graph.json', phone],
    ] as const) {
      const started = page.waitForEvent('download')
      await choose(page, button('Export'), format)
      const download = await started
      expect(download.suggestedFilename()).toBe(file)
      const content = await readFile(await download.path(), 'latin1')
      expect(content.includes(part), `${file} has ${part}`).toBe(true)
      await expect(button('Export')).toBeFocused()
    }
  })
})
