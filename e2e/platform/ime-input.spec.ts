import { accounts } from '../support/demo.ts'
import { expect, navigateInPage, signIn, test } from '../support/journey.ts'

/** Lists whose search is stored in the address. */
const searchBoxes = [
  ['/fraud/purchase/rules', 'Search name or description'],
  ['/data/velocities', 'Search sets and velocities'],
  ['/data/templates', 'Search templates'],
  ['/data/lists/custom', 'Search name or description'],
  ['/data/functions', 'Search functions and properties'],
] as const

test('a letter that is composed arrives whole in the search of a list, and the address keeps it', async ({ page }) => {
  test.setTimeout(120_000)
  await signIn(page, accounts.engineer, searchBoxes[0][0])
  const keyboard = await page.context().newCDPSession(page)
  for (const [address, name] of searchBoxes) {
    await test.step(address, async () => {
      await navigateInPage(page, address)
      const box = page.getByRole('searchbox', { name })
      await box.click()
      // Events of an input method or a dead key: the current text, several times, and then the result.
      for (const text of ['´', '´e'])
        await keyboard.send('Input.imeSetComposition', { text, selectionStart: text.length, selectionEnd: text.length })
      await keyboard.send('Input.insertText', { text: 'é' })
      await expect(box).toHaveValue('é')
      await keyboard.send('Input.insertText', { text: 'x' })
      await expect(box).toHaveValue('éx')
      await expect(page).toHaveURL(/[?&]q=%C3%A9x/)
    })
  }
  await test.step('the way back leads to the search that was left', async () => {
    await page.getByRole('link', { name: 'Velocities' }).first().click()
    await expect(page.getByRole('searchbox', { name: 'Search sets and velocities' })).toHaveValue('')
    await page.goBack()
    await expect(page.getByRole('searchbox', { name: 'Search functions and properties' })).toHaveValue('éx')
  })
})
