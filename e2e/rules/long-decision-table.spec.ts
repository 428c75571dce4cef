import type { Locator, Page } from '@playwright/test'
import { findViolations } from '../support/axe.ts'
import { accounts, environments } from '../support/demo.ts'
import { expect, readAccessToken, signIn, test } from '../support/journey.ts'
import { retryName } from '../support/retry-name.ts'
import { removeRule } from '../support/rules.ts'
import { recordSensitiveValues } from '../support/sensitive-values.ts'

const rowCount = 200
/** Row 150 decides otherwise than rows 1 and 2 do. */
const textOf = (place: number): string =>
  place === 149
    ? 'RETURN Reject("Late") // ask\nWHEN @"totalAmount" > 900005 AND @"totalAmount" < 900015'
    : `RETURN Review("Row ${place + 1}")\nWHEN @"totalAmount" > ${900_000 + place * 10} AND @"totalAmount" < ${900_010 + place * 10}`

/** Creates the draft of a rule with as many clauses as a rule can have. Returns its id. */
async function createLongRule(page: Page): Promise<string> {
  const token = await readAccessToken(page)
  recordSensitiveValues(token)
  const made = await page.request.post(`/api/console/v1/environments/${environments.harbor}/rules/purchase`, {
    headers: { authorization: `Bearer ${token}` },
    data: {
      body: {
        name: retryName('Two hundred rows'),
        description: '',
        condition: '',
        sample: { payload: {}, riskScore: 500 },
        clauses: Array.from({ length: rowCount }, (_, place) => ({
          name: `row${place + 1}`,
          section: 'prior',
          text: textOf(place),
        })),
      },
    },
  })
  expect(made.status(), await made.text()).toBe(201)
  return ((await made.json()) as { id: string }).id
}

/** Whether the browser lays the cell out, and it can be seen inside the element that scrolls. */
const isInSight = (cell: Locator): Promise<boolean> =>
  cell.evaluate(element => {
    const scroller = element.closest('[role="grid"]')?.parentElement?.getBoundingClientRect()
    const { top, bottom } = element.getBoundingClientRect()
    return (
      element.checkVisibility({ contentVisibilityAuto: true }) &&
      scroller !== undefined &&
      top >= scroller.top - 1 &&
      bottom <= scroller.bottom + 1
    )
  })
const isLaidOut = (cell: Locator): Promise<boolean> =>
  cell.evaluate(element => element.checkVisibility({ contentVisibilityAuto: true }))

test('a table of two hundred rows is edited with the keyboard, and its findings lead to rows out of sight', async ({
  page,
}) => {
  test.slow()
  await page.context().grantPermissions(['clipboard-write'])
  await signIn(page, accounts.engineer, '/fraud/purchase/rules')
  const id = await createLongRule(page)
  await page.goto(`/fraud/purchase/rules?rule=${id}&view=table`)
  const grid = page.getByRole('grid', { name: 'Decision table' })
  const cell = (row: number, column: number) => grid.locator(`[data-cell="${row} ${column}"]`)
  const last = rowCount - 1

  await test.step('all rows are in the page; those in sight are laid out', async () => {
    await expect(grid).toHaveAttribute('aria-rowcount', String(rowCount + 1))
    await expect(grid.getByRole('row')).toHaveCount(rowCount + 1)
    await expect.poll(() => isLaidOut(cell(0, 1).locator('bdi'))).toBe(true)
    expect(await isLaidOut(cell(last, 1).locator('bdi'))).toBe(false)
  })

  await test.step('keys go to the ends of the table, and the focus stays when the table is scrolled', async () => {
    await cell(0, 1).focus()
    await page.keyboard.press('Control+End')
    await expect(cell(last, 4)).toBeFocused()
    await expect.poll(() => isInSight(cell(last, 4))).toBe(true)
    await page.keyboard.press('PageUp')
    await expect(cell(last, 4)).not.toBeFocused()
    await page.keyboard.press('Control+Home')
    await expect(cell(0, 0)).toBeFocused()
    await expect.poll(() => isInSight(cell(0, 0))).toBe(true)
    await grid.hover()
    await page.mouse.wheel(0, 5000)
    await expect.poll(() => isInSight(cell(0, 0))).toBe(false)
    await expect(cell(0, 0)).toBeFocused()
    await page.keyboard.press('ArrowRight')
    await expect(cell(0, 1)).toBeFocused()
    await expect.poll(() => isInSight(cell(0, 1))).toBe(true)
  })

  await test.step('an overlap leads to its row', async () => {
    await page.getByRole('button', { name: /^Row 150, row150, overlaps/ }).click()
    await expect(cell(149, 0)).toBeFocused()
    await expect.poll(() => isInSight(cell(149, 0))).toBe(true)
  })

  await test.step('a block is copied over rows out of sight, pasted and undone', async () => {
    await cell(0, 1).focus()
    await page.keyboard.press('Control+Shift+ArrowDown')
    await page.keyboard.press('Shift+ArrowRight')
    // Reading the clipboard is forbidden to the page.
    await page.evaluate(() =>
      document.addEventListener('copy', event => {
        document.documentElement.dataset['copied'] = event.clipboardData?.getData('text/plain') ?? ''
      }),
    )
    await page.keyboard.press('Control+C')
    const copied = await page.evaluate(() => document.documentElement.dataset['copied'] ?? '')
    expect(copied.split('\n')).toHaveLength(rowCount)
    expect(copied).toContain('> 900005 AND < 900015\t\n')
    await page.evaluate(text => navigator.clipboard.writeText(text), '> 5\t\r\n> 6\t\r\n')
    await cell(180, 1).focus()
    await page.keyboard.press('Control+V')
    await expect(cell(181, 1)).toHaveText('> 6')
    await expect(cell(181, 1)).toHaveAttribute('aria-selected', 'true')
    await page.keyboard.press('Control+Home')
    await page.keyboard.press('Control+Z')
    await expect(cell(180, 1)).toHaveText('> 901800 AND < 901810')
    await expect(cell(180, 1)).toBeFocused()
    await expect.poll(() => isInSight(cell(180, 1))).toBe(true)
  })

  await test.step('an edited row keeps its remark', async () => {
    await cell(149, 1).focus()
    await page.keyboard.type('> 7')
    await page.keyboard.press('Enter')
    await expect(cell(150, 1)).toBeFocused()
    await expect(cell(149, 1)).toHaveText('> 7')
    await page.getByRole('button', { name: 'Single clauses' }).click()
    await page
      .getByRole('navigation', { name: 'Condition and clauses' })
      .getByRole('button', { name: /row150/ })
      .click()
    await expect(page.getByRole('textbox', { name: 'Code of row150' })).toContainText('// ask')
    await page.goBack()
  })

  await test.step('on paper are all rows, and no wider than the page', async () => {
    await expect(cell(last, 1)).toBeAttached()
    await page.emulateMedia({ media: 'print' })
    const [first, end, columns] = await Promise.all(
      [cell(0, 0), cell(last, 0), cell(0, 4)].map(each => each.boundingBox()),
    )
    expect((end?.y ?? 0) - (first?.y ?? 0)).toBeGreaterThan(rowCount * 20)
    expect((columns?.x ?? 0) + (columns?.width ?? 0)).toBeLessThanOrEqual(page.viewportSize()?.width ?? 0)
    await expect.poll(() => page.evaluate(() => document.documentElement.scrollHeight)).toBeGreaterThan(rowCount * 20)
    await page.emulateMedia({ media: 'screen' })
  })

  await test.step('it is accessible in dark and forced colours, and on a small screen', async () => {
    const size = page.viewportSize() ?? { width: 1280, height: 800 }
    for (const look of [{ colorScheme: 'dark' }, { forcedColors: 'active' }, { forcedColors: 'none' }] as const) {
      await page.emulateMedia(look)
      if ('forcedColors' in look && look.forcedColors === 'none')
        await page.setViewportSize({ width: 320, height: 640 })
      expect((await findViolations(page)).map(({ id: rule, nodes }) => [rule, nodes[0]?.html])).toEqual([])
      await cell(0, 0).focus()
      await page.keyboard.press('End')
      await expect.poll(() => isInSight(cell(0, 4))).toBe(true)
    }
    await page.setViewportSize(size)
  })
  await removeRule(page, id)
})
