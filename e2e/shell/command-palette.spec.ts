import { recordClipboard } from '../support/clipboard.ts'
import { accounts } from '../support/demo.ts'
import { expect, heading, signIn, test } from '../support/journey.ts'

test('somebody works by keys: the shortcuts of each page, which can be switched off, and the palette, which goes to pages, environments and events, acts, and takes what is typed in it as text', async ({
  page,
}) => {
  const copied = await recordClipboard(page)
  await signIn(page, accounts.engineer, '/data/functions')
  await expect(heading(page, 'Functions')).toBeVisible()
  const list = page.getByRole('dialog', { name: 'Keyboard shortcuts' })
  const palette = page.getByRole('dialog', { name: 'Commands' })
  const field = palette.getByRole('combobox')
  let event = ''

  await test.step('the slash goes to the search box of a page', async () => {
    const box = page.getByRole('searchbox', { name: 'Search functions and properties' })
    await expect(box).not.toBeFocused()
    await page.keyboard.press('/')
    await expect(box).toBeFocused()
    // In the field it is an ordinary character, and the shortcut for finding events works only on pages without that
    // field.
    await page.keyboard.type('a/b')
    await expect(box).toHaveValue('a/b')
    await expect(page.getByRole('dialog')).toHaveCount(0)
    await heading(page, 'Functions').focus()
    await page.keyboard.press('?')
    await expect(
      list.getByRole('table', { name: 'This page' }).getByRole('row', { name: /Go to the search box/ }),
    ).toBeVisible()
    await page.keyboard.press('Escape')
    await expect(list).toBeHidden()
  })

  await test.step('two keys go to another page, which lists its own', async () => {
    await heading(page, 'Functions').focus()
    await page.keyboard.press('g')
    await page.keyboard.press('s')
    await expect(heading(page, 'Search')).toBeFocused()
    event = (await page.getByRole('grid', { name: 'Events found' }).getByRole('link').first().textContent()) ?? ''
    await page.keyboard.press('?')
    await expect(list.getByRole('table', { name: 'Everywhere' })).toBeVisible()
    await expect(list.getByRole('table', { name: 'Search' })).toBeVisible()
    await page.keyboard.press('Escape')
    await expect(list).toBeHidden()
  })

  await test.step('the palette finds pages first, by any part of their name', async () => {
    await page
      .getByRole('banner')
      .getByRole('button', { name: /Search or jump to/ })
      .click()
    await field.fill('dashb')
    await expect(palette.getByRole('option').first()).toContainText('Dashboard')
    await page.keyboard.press('Enter')
    await expect(heading(page, 'Dashboard')).toBeFocused()
  })

  await test.step('the slash looks for events alone, and the keys of the console are signs there like any other', async () => {
    await page.keyboard.press('/')
    await expect(palette.getByRole('radio', { name: 'Events' })).toBeChecked()
    await page.keyboard.type('g d ?')
    await expect(field).toHaveValue('g d ?')
    await page.keyboard.press('Escape')
    await expect(palette).toBeHidden()
  })

  await test.step('single keys are off everywhere, and a chord is not', async () => {
    await page.keyboard.press('?')
    await list.getByRole('switch', { name: 'Single-key shortcuts' }).click()
    await page.keyboard.press('Escape')
    await expect(list).toBeHidden()
    await heading(page, 'Dashboard').focus()
    for (const key of ['g', 's', '?', '/']) await page.keyboard.press(key)
    await expect(page.getByRole('dialog')).toHaveCount(0)
    await expect(heading(page, 'Dashboard')).toBeFocused()
    await page.keyboard.press('Control+k')
    await expect(palette).toBeVisible()
  })

  await test.step('an event is found by a pasted id, with what came along when it was copied', async () => {
    await field.fill(`"${event}",`)
    await palette
      .getByRole('option', { name: new RegExp(event) })
      .first()
      .click()
    await expect(page).toHaveURL(new RegExp(`/search/purchase/[0-9a-f-]+/${event}`))
  })

  await test.step('an id that nothing has is said to be unknown, without a line of an answer 404 in the browser', async () => {
    await page.keyboard.press('Control+k')
    const asked = page.waitForResponse(answer => answer.url().endsWith('/events/find'))
    await field.fill('0198c3ae-0000-7000-8000-0123456789ab')
    expect((await asked).status()).toBe(200)
    await expect(palette.getByRole('option')).toHaveCount(0)
    await page.keyboard.press('Escape')
  })

  await test.step('pages that were visited lately are offered, and other environments', async () => {
    await page.keyboard.press('Control+k')
    await expect(
      palette.getByRole('group', { name: 'Recent' }).getByRole('option', { name: /Dashboard/ }),
    ).toBeVisible()
    await field.fill('harbor us')
    await palette.getByRole('option', { name: /US/ }).first().click()
    await expect(page.getByRole('button', { name: /^Environment: .*US/ })).toBeVisible()
  })

  await test.step('it acts, also by a page of choices inside the palette', async () => {
    await page.keyboard.press('Control+k')
    await field.fill('copy environment')
    await page.keyboard.press('Enter')
    await expect(page.getByText(/^ID of .* copied\.$/)).toBeVisible()
    expect(await copied()).toMatch(/^[0-9a-f-]{36}$/)
    await page.keyboard.press('Control+k')
    await field.fill('theme')
    await page.keyboard.press('Enter')
    await palette.getByRole('option', { name: 'Dark' }).click()
    await expect(page.locator('html')).toHaveAttribute('data-theme', 'dark')
  })
})
